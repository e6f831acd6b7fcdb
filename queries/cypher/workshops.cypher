// Workshops below their series, with their papers: queries/workshops.rq in Cypher.
MATCH (w:Venue)-[:IN_SERIES]->(v:Venue)
WHERE w.type = 'workshop'
OPTIONAL MATCH (p:Work)-[:PUBLISHED_IN]->(w)
RETURN v.name AS series, w.id AS workshop, w.name AS name, count(DISTINCT p) AS papers
ORDER BY series, name
