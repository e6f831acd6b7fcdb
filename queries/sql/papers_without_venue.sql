SELECT work.iri AS "paper iri", work.name AS title, documents AS "documents integer"
FROM (
  SELECT work_ AS id, count(DISTINCT source) AS documents FROM fact INDEXED BY fact_published
  WHERE relation = 'publication' AND NOT EXISTS (SELECT 1 FROM part WHERE part.start = work_)
    AND NOT EXISTS (SELECT 1 FROM fact AS other WHERE other.work_ = fact.work_ AND other.organization_ IS NOT NULL)
  GROUP BY work_
) AS listed JOIN thing AS work ON work.id = listed.id
ORDER BY work.name, work.iri
