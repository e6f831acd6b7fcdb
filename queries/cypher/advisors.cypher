// Advisors by the number of their students: queries/advisors.rq in Cypher.
MATCH (s:Person)-[:ADVISED_BY]->(a:Person)
RETURN a.id AS advisor, a.name AS name, count(DISTINCT s) AS students
ORDER BY students DESC, name, advisor
