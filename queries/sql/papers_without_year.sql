SELECT work.iri AS "paper iri", work.name AS title, documents AS "documents integer"
FROM (
  SELECT work_ AS id, count(DISTINCT source) AS documents FROM fact INDEXED BY fact_published
  WHERE relation = 'publication' GROUP BY work_
) AS listed JOIN thing AS work ON work.id = listed.id
WHERE work.year IS NULL
ORDER BY work.name, work.iri
