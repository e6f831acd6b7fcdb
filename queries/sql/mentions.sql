WITH printed AS (
  SELECT fact.id AS fact, 'https://doi.org/' || substr(identifier.value, 5) AS iri
  FROM fact CROSS JOIN stated ON stated.fact = fact.id CROSS JOIN mention ON mention.id = stated.mention
  CROSS JOIN identifier ON identifier.mention = mention.id AND identifier.value >= 'doi:' AND identifier.value < 'doi;'
  WHERE relation = 'authorship' AND position IS NOT NULL AND mention.thing = work_
)
SELECT DISTINCT coalesce(printed.iri, work.iri) AS paper, CAST(position AS INTEGER) AS "position integer",
  person.iri AS "author iri"
FROM fact CROSS JOIN thing AS work ON work.id = work_ CROSS JOIN thing AS person ON person.id = author_
LEFT JOIN printed ON printed.fact = fact.id
WHERE relation = 'authorship' AND position IS NOT NULL
ORDER BY 1, 2, 3
