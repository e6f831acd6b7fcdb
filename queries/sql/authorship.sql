SELECT source.iri AS "source iri", work.iri AS "paper iri", work.name AS title, person.iri AS "author iri", person.name AS authorName,
  fact.position AS "position integer"
FROM fact CROSS JOIN source ON source.id = fact.source
CROSS JOIN thing AS work ON work.id = work_ CROSS JOIN thing AS person ON person.id = author_
WHERE relation = 'authorship' AND position IS NOT NULL
  AND (:author IS NULL OR fact.id IN (SELECT id FROM fact WHERE author_ = (SELECT id FROM thing WHERE iri = :author)))
  AND (:paper IS NULL OR fact.id IN (SELECT id FROM fact WHERE work_ = (SELECT id FROM thing WHERE iri = :paper)))
ORDER BY fact.source, work.name, CAST(position AS INTEGER), fact.id
