SELECT source.iri AS "source iri", work.iri AS "paper iri", work.name AS title, venue.name AS venue, fact.year AS year
FROM fact CROSS JOIN source ON source.id = fact.source
CROSS JOIN thing AS work ON work.id = work_ LEFT JOIN thing AS venue ON venue.id = coalesce(venue_, organization_)
WHERE relation = 'publication'
  AND (:paper IS NULL OR fact.id IN (SELECT id FROM fact WHERE work_ = (SELECT id FROM thing WHERE iri = :paper)))
ORDER BY fact.source, fact.year, work.name, fact.id
