SELECT person.iri AS "person iri", person.name AS name, papers AS "papers integer"
FROM (
  SELECT author_ AS author, count(DISTINCT work_) AS papers FROM fact
  WHERE relation = 'authorship' AND position = '1' AND work_ IS NOT NULL AND author_ IS NOT NULL GROUP BY author_
) JOIN thing AS person ON person.id = author
ORDER BY papers DESC, person.name, person.iri
