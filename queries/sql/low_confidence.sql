SELECT fact.iri AS "fact iri", confidence AS "confidence decimal",
  upper(substr(relation, 1, 1)) || substr(relation, 2) AS relation, name.value AS extractor, text.text AS quote,
  source.iri AS "source iri"
FROM fact INDEXED BY fact_confidence CROSS JOIN source ON source.id = fact.source
CROSS JOIN quote ON quote.fact = fact.id CROSS JOIN text ON text.id = quote.text
LEFT JOIN maker ON maker.id = fact.maker LEFT JOIN json_each(maker.names) AS name
WHERE confidence < coalesce(:threshold, 0.5)
ORDER BY confidence, fact.source, fact.id, name.id
