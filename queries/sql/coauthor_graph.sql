-- Each part comes in the order of its index, so that they are merged and nothing is sorted. LIMIT keeps the order.
SELECT subject.iri, CASE what WHEN 1 THEN 'https://schema.org/colleague' ELSE 'http://www.w3.org/2000/01/rdf-schema#label' END,
  object.iri, CASE what WHEN 0 THEN subject.name END
FROM (
  SELECT one AS start, 1 AS what, other AS end FROM coauthor WHERE :person IS NULL
  UNION ALL SELECT other, 1, one FROM coauthor INDEXED BY coauthor_other WHERE :person IS NULL
  UNION ALL SELECT id, 0, NULL FROM thing WHERE :person IS NULL AND (
    EXISTS (SELECT 1 FROM coauthor WHERE one = thing.id) OR EXISTS (SELECT 1 FROM coauthor WHERE other = thing.id)
  )
  UNION ALL SELECT one, 1, other FROM coauthor WHERE one = (SELECT id FROM thing WHERE iri = :person)
  UNION ALL SELECT other, 1, one FROM coauthor WHERE other = (SELECT id FROM thing WHERE iri = :person)
  UNION ALL SELECT other, 0, NULL FROM coauthor WHERE one = (SELECT id FROM thing WHERE iri = :person)
  UNION ALL SELECT one, 0, NULL FROM coauthor WHERE other = (SELECT id FROM thing WHERE iri = :person)
  UNION ALL SELECT id, 0, NULL FROM thing WHERE iri = :person AND (
    EXISTS (SELECT 1 FROM coauthor WHERE one = thing.id) OR EXISTS (SELECT 1 FROM coauthor WHERE other = thing.id)
  )
  ORDER BY 1, 2, 3 LIMIT -1
) AS pair CROSS JOIN thing AS subject ON subject.id = start LEFT JOIN thing AS object ON object.id = end
