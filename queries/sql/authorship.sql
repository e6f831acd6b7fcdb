SELECT source.iri AS "source iri", work.iri AS "paper iri", work.name AS title, person.iri AS "author iri", person.name AS authorName,
  fact.position AS "position integer"
FROM listed_authorship AS listed CROSS JOIN fact ON fact.id = listed.fact JOIN source ON source.id = fact.source
JOIN thing AS work ON work.id = work_ JOIN thing AS person ON person.id = author_
WHERE (:author IS NULL OR listed.fact IN (SELECT id FROM fact WHERE author_ = (SELECT id FROM thing WHERE iri = :author)))
  AND (:paper IS NULL OR listed.fact IN (SELECT id FROM fact WHERE work_ = (SELECT id FROM thing WHERE iri = :paper)))
ORDER BY listed.place
