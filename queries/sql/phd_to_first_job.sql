WITH doctor(person, finished) AS (
  SELECT person_, min(CAST(endYear AS INTEGER)) FROM fact INDEXED BY fact_studied
  WHERE relation = 'education' AND degree = 'doctorate' AND endYear IS NOT NULL AND person_ IS NOT NULL GROUP BY person_
)
SELECT person.iri AS "person iri", person.name AS name, finished AS "finished integer",
  min(CAST(startYear AS INTEGER)) AS "joined integer", min(CAST(startYear AS INTEGER)) - finished AS "years integer"
FROM doctor CROSS JOIN fact INDEXED BY fact_dated ON person_ = doctor.person AND relation = 'employment' AND startYear IS NOT NULL
  AND CAST(startYear AS INTEGER) >= finished
JOIN thing AS person ON person.id = doctor.person
GROUP BY doctor.person
ORDER BY person.name, person.iri
