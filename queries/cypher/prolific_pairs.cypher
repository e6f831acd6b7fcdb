// Pairs of people with at least two joint papers: queries/prolific_pairs.rq in Cypher.
MATCH (a:Person)-[:AUTHORED]->(w:Work)<-[:AUTHORED]-(b:Person)
WHERE a.id < b.id
WITH a, b, count(DISTINCT w) AS papers
WHERE papers >= 2
RETURN a.id AS person, a.name AS name, b.id AS other, b.name AS otherName, papers
ORDER BY papers DESC, name, otherName
