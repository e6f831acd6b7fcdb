SELECT work.iri AS "paper iri", work.name AS title, count(DISTINCT fact.source) AS "documents integer"
FROM fact JOIN thing AS work ON work.id = work_
WHERE relation = 'publication' AND NOT EXISTS (SELECT 1 FROM part WHERE part.start = work.id)
GROUP BY work.id ORDER BY work.name, work.iri
