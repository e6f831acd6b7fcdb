// Who served which venue: queries/service.rq in Cypher.
MATCH (p:Person)-[r:SERVED]->(v:Venue)
RETURN r.source AS source, p.id AS person, p.name AS name, coalesce(r.role, 'other') AS role, v.name AS venue, r.year AS year
ORDER BY source, name, venue, year, role
