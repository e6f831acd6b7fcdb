SELECT DISTINCT thing.iri AS "entity iri", thing.name AS name, outside.iri AS "identifier iri"
FROM outside JOIN thing ON thing.id = outside.thing
ORDER BY thing.name, outside.iri
