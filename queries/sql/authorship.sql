SELECT source.iri AS "source iri", work.iri AS "paper iri", work.name AS title, person.iri AS "author iri", person.name AS authorName,
  fact.position AS "position integer"
FROM fact JOIN source ON source.id = fact.source JOIN thing AS work ON work.id = work_ JOIN thing AS person ON person.id = author_
WHERE relation = 'authorship' AND fact.position IS NOT NULL
  AND (:author IS NULL OR person.iri = :author) AND (:paper IS NULL OR work.iri = :paper)
ORDER BY source.iri, work.name, CAST(fact.position AS INTEGER)
