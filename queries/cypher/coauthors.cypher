// Co-authors of a person ($person: id) by joint papers: queries/coauthors.rq in Cypher.
MATCH (p:Person {id: $person})-[:AUTHORED]->(w:Work)<-[:AUTHORED]-(c:Person)
WHERE c.id <> p.id
RETURN c.id AS coauthor, c.name AS name, count(DISTINCT w) AS papers
ORDER BY papers DESC, name, coauthor
