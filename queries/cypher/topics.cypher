// What people work on: queries/topics.rq in Cypher.
MATCH (p:Person)-[r:INTERESTED_IN]->(t:Topic)
WHERE r.basis IS NULL
RETURN r.source AS source, p.id AS person, p.name AS name, t.name AS topic
ORDER BY source, name, topic
