// Who studied where: queries/education.rq in Cypher.
MATCH (p:Person)-[r:STUDIED_AT]->(o:Organization)
RETURN r.source AS source, p.id AS person, p.name AS name, o.name AS institution, r.degree AS degree, r.field AS field,
       r.start AS start, CASE WHEN r.`end` IS NULL AND r.ongoing THEN 'present' ELSE r.`end` END AS `end`
ORDER BY source, name, start, institution, degree
