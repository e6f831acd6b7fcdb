SELECT DISTINCT coalesce('https://doi.org/' || substr(doi.value, 5), work.iri) AS paper,
  CAST(fact.position AS INTEGER) AS "position integer", person.iri AS "author iri"
FROM fact JOIN thing AS work ON work.id = work_ JOIN thing AS person ON person.id = author_
LEFT JOIN (
  SELECT stated.fact AS fact, mention.thing AS thing, identifier.value AS value
  FROM identifier JOIN mention ON mention.id = identifier.mention JOIN stated ON stated.mention = mention.id
  WHERE identifier.value >= 'doi:' AND identifier.value < 'doi;'
) AS doi ON doi.fact = fact.id AND doi.thing = work_
WHERE relation = 'authorship' AND fact.position IS NOT NULL
ORDER BY 1, 2, 3
