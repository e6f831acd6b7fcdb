WITH RECURSIVE part_of(id) AS (
  SELECT id FROM thing WHERE iri = :organization UNION SELECT within.start FROM within JOIN part_of ON within.end = part_of.id
),
post(id) AS (
  SELECT fact.id FROM part_of CROSS JOIN fact ON organization_ = part_of.id
  WHERE relation = 'employment' AND coalesce(startYear, endYear) IS NOT NULL
  UNION SELECT fact.id FROM part_of CROSS JOIN fact ON unit_ = part_of.id
  WHERE relation = 'employment' AND coalesce(startYear, endYear) IS NOT NULL
)
SELECT DISTINCT person.iri AS "person iri", person.name AS name, fact.role AS role, fact.start AS start,
  coalesce(fact.end, CASE fact.ongoing WHEN 'true' THEN 'present' END) AS end, source.iri AS "source iri"
FROM post CROSS JOIN fact ON fact.id = post.id JOIN source ON source.id = fact.source
JOIN thing AS person ON person.id = person_
WHERE CAST(coalesce(startYear, endYear) AS INTEGER) <= CAST(:year AS INTEGER)
  AND CAST(coalesce(endYear, CASE fact.ongoing WHEN 'true' THEN 9999 ELSE startYear END) AS INTEGER) >= CAST(:year AS INTEGER)
ORDER BY person.name, fact.start, fact.role, source.iri
