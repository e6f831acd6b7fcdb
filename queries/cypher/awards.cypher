// Awards of people: queries/awards.rq in Cypher.
MATCH (f:Award)-[:GIVEN_TO]->(p:Person)
WHERE f.award IS NOT NULL
RETURN f.source AS source, p.id AS person, p.name AS name, f.award AS award, f.year AS year
ORDER BY source, name, year, award
