SELECT fact.iri AS "fact iri", person.name AS name, employer.name AS organization, fact.role AS role, text.text AS quote,
  source.iri AS "source iri"
FROM fact CROSS JOIN quote ON quote.fact = fact.id CROSS JOIN text ON text.id = quote.text
CROSS JOIN source ON source.id = fact.source CROSS JOIN thing AS person ON person.id = person_
CROSS JOIN thing AS employer ON employer.id = organization_
WHERE relation = 'employment' AND fact.start IS NULL AND fact.end IS NULL AND ongoing IS NOT 'true'
ORDER BY fact.source, person.name, employer.name, fact.role, fact.id
