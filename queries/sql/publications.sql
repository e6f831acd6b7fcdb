SELECT source.iri AS "source iri", work.iri AS "paper iri", work.name AS title, venue.name AS venue, fact.year AS year
FROM listed_publication AS listed CROSS JOIN fact ON fact.id = listed.fact JOIN source ON source.id = fact.source
JOIN thing AS work ON work.id = work_ LEFT JOIN thing AS venue ON venue.id = venue_
WHERE (:paper IS NULL OR listed.fact IN (SELECT id FROM fact WHERE work_ = (SELECT id FROM thing WHERE iri = :paper)))
ORDER BY listed.place
