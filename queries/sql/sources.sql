SELECT source.iri AS "source iri", upper(substr(relation, 1, 1)) || substr(relation, 2) AS relation,
  facts AS "facts integer", mean AS "confidence decimal"
FROM told JOIN source ON source.id = told.source
ORDER BY told.source, told.relation
