SELECT fact.iri AS "fact iri", upper(substr(relation, 1, 1)) || substr(relation, 2) AS relation,
  confidence AS "confidence decimal", "from" AS "start integer", "to" AS "end integer", text.text AS quote
FROM fact JOIN quote ON quote.fact = fact.id JOIN text ON text.id = quote.text
WHERE source = (SELECT id FROM source WHERE iri = :source) AND "from" IS NOT NULL AND "to" IS NOT NULL
ORDER BY "from", "to", fact.relation, fact.iri
