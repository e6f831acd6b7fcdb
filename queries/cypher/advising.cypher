// Who advised whom: queries/advising.rq in Cypher.
MATCH (s:Person)-[r:ADVISED_BY]->(a:Person)
RETURN r.source AS source, s.id AS student, s.name AS studentName, a.id AS advisor, a.name AS advisorName
ORDER BY source, studentName, advisorName
