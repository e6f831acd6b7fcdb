SELECT source.iri AS "source iri", upper(substr(relation, 1, 1)) || substr(relation, 2) AS relation,
  count(*) AS "facts integer", mean(confidence) AS "confidence decimal"
FROM fact JOIN source ON source.id = fact.source
GROUP BY source.id, relation ORDER BY source.iri, relation
