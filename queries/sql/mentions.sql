SELECT coalesce('https://doi.org/' || substr(listed.doi, 5), work.iri) AS paper, listed.position AS "position integer",
  person.iri AS "author iri"
FROM listed_mention AS listed CROSS JOIN thing AS work ON work.id = listed.work JOIN thing AS person ON person.id = listed.author
ORDER BY listed.place
