SELECT fact.iri AS "fact iri", person.name AS name, employer.name AS organization, fact.role AS role, quote.text AS quote,
  source.iri AS "source iri"
FROM fact JOIN quote ON quote.fact = fact.id JOIN source ON source.id = fact.source JOIN thing AS person ON person.id = person_
JOIN thing AS employer ON employer.id = organization_
WHERE relation = 'employment' AND fact.start IS NULL AND fact.end IS NULL AND fact.ongoing IS NOT 'true'
ORDER BY source.iri, person.name, employer.name, fact.role
