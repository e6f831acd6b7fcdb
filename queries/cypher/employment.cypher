// The jobs of people: queries/employment.rq in Cypher.
MATCH (p:Person)-[r:WORKED_AT]->(o:Organization)
RETURN r.source AS source, p.id AS person, p.name AS name, o.name AS organization, r.role AS role, r.start AS start,
       CASE WHEN r.`end` IS NULL AND r.ongoing THEN 'present' ELSE r.`end` END AS `end`
ORDER BY source, name, start, organization, role
