SELECT thing.iri AS "venue iri", thing.name AS name, papers AS "papers integer", authors AS "authors integer"
FROM venue JOIN thing ON thing.id = venue.thing
ORDER BY papers DESC, thing.name
