WITH RECURSIVE held(id) AS (
  SELECT id FROM thing WHERE iri = :venue UNION SELECT event.start FROM event JOIN held ON event.end = held.id
),
wrote(person, papers) AS (
  SELECT author.end, count(DISTINCT part.start)
  FROM held CROSS JOIN part ON part.end = held.id CROSS JOIN author ON author.start = part.start GROUP BY author.end
)
SELECT person.iri AS "person iri", person.name AS name, papers AS "papers integer"
FROM wrote JOIN thing AS person ON person.id = wrote.person
ORDER BY papers DESC, person.name, person.iri
