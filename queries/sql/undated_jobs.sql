SELECT fact.iri AS "fact iri", person.name AS name, employer.name AS organization, fact.role AS role, quote.text AS quote,
  source.iri AS "source iri"
FROM listed_undated AS listed CROSS JOIN fact ON fact.id = listed.fact JOIN quote ON quote.fact = fact.id
JOIN source ON source.id = fact.source JOIN thing AS person ON person.id = person_
JOIN thing AS employer ON employer.id = organization_
ORDER BY listed.place
