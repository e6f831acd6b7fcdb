WITH RECURSIVE held(id) AS (
  SELECT id FROM thing WHERE iri = :venue UNION SELECT event.start FROM event JOIN held ON event.end = held.id
)
SELECT DISTINCT work.iri AS "paper iri", work.name AS title, place.name AS at, fact.year AS year
FROM held CROSS JOIN fact ON venue_ = held.id JOIN thing AS work ON work.id = work_ JOIN thing AS place ON place.id = held.id
WHERE relation = 'publication'
ORDER BY fact.year, work.name, place.name
