// Authors of papers, with their positions: queries/authorship.rq in Cypher.
MATCH (a:Person)-[r:AUTHORED]->(w:Work)
WHERE r.position IS NOT NULL
RETURN r.source AS source, w.id AS paper, w.name AS title, a.id AS author, a.name AS authorName, r.position AS position
ORDER BY source, title, position
