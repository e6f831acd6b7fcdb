WITH RECURSIVE below(id) AS (
  SELECT start FROM within WHERE end = (SELECT id FROM thing WHERE iri = :organization)
  UNION SELECT within.start FROM within JOIN below ON within.end = below.id
)
SELECT unit.iri AS "unit iri", unit.name AS name, (
    SELECT count(DISTINCT person_) FROM fact WHERE unit_ = unit.id AND relation = 'employment'
  ) AS "people integer"
FROM below JOIN thing AS unit ON unit.id = below.id
ORDER BY 3 DESC, unit.name
