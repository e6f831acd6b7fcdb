WITH RECURSIVE part_of(id) AS (
  SELECT id FROM thing WHERE iri = :organization UNION SELECT within.start FROM within JOIN part_of ON within.end = part_of.id
),
member(id) AS (
  SELECT person_ FROM part_of CROSS JOIN fact ON organization_ = part_of.id WHERE relation = 'employment'
  UNION SELECT person_ FROM part_of CROSS JOIN fact ON unit_ = part_of.id WHERE relation = 'employment'
)
SELECT topic.iri AS "topic iri", topic.name AS name, count(DISTINCT member.id) AS "people integer"
FROM member CROSS JOIN interest ON interest.start = member.id JOIN thing AS topic ON topic.id = interest.end
GROUP BY topic.id ORDER BY 3 DESC, topic.name
