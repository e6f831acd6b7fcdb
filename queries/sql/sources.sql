WITH counted AS (SELECT source, relation, confidence, count(*) AS facts FROM fact GROUP BY 1, 2, 3)
SELECT source.iri AS "source iri", upper(substr(relation, 1, 1)) || substr(relation, 2) AS relation,
  sum(facts) AS "facts integer", mean(confidence, facts) AS "confidence decimal"
FROM counted JOIN source ON source.id = counted.source
GROUP BY source.id, relation ORDER BY source.id, relation
