// Papers that sources list, with venue and year: queries/publications.rq in Cypher.
MATCH (f:Publication)-[:OF_WORK]->(w:Work)
OPTIONAL MATCH (f)-[:IN_VENUE]->(v:Venue)
RETURN f.source AS source, w.id AS paper, w.name AS title, v.name AS venue, f.year AS year
ORDER BY source, year, title
