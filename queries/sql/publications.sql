SELECT source.iri AS "source iri", work.iri AS "paper iri", work.name AS title, venue.name AS venue, fact.year AS year
FROM fact JOIN source ON source.id = fact.source JOIN thing AS work ON work.id = work_ LEFT JOIN thing AS venue ON venue.id = venue_
WHERE relation = 'publication' AND (:paper IS NULL OR work.iri = :paper)
ORDER BY source.iri, fact.year, work.name
