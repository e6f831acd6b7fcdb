SELECT thing.iri AS "entity iri", thing.name AS name, across.sources AS "sources integer", across.forms AS "forms integer"
FROM across JOIN thing ON thing.id = across.thing
ORDER BY across.sources DESC, across.forms DESC, thing.name, thing.iri
