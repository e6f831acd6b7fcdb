-- The longest chains, of which there may be very many, are looked for only if there are too few shorter ones.
WITH ends(start, finish) AS MATERIALIZED (
  SELECT one.id, other.id FROM thing AS one JOIN thing AS other ON other.iri = :other WHERE one.iri = :person
), beside(one, other) AS NOT MATERIALIZED (
  SELECT one, other FROM coauthor UNION ALL SELECT other, one FROM coauthor
), head(id) AS MATERIALIZED (
  SELECT other FROM ends CROSS JOIN beside ON one = start WHERE other NOT IN (start, finish)
), tail(id) AS MATERIALIZED (
  SELECT other FROM ends CROSS JOIN beside ON one = finish WHERE other NOT IN (start, finish)
), beyond(first, id) AS MATERIALIZED (
  SELECT head.id, other FROM head CROSS JOIN beside ON one = head.id
), short(hops, via1, via2) AS MATERIALIZED (
  SELECT 1, NULL, NULL FROM ends WHERE EXISTS (SELECT 1 FROM beside WHERE one = start AND other = finish)
    OR start = finish AND EXISTS (SELECT 1 FROM author WHERE author.end = ends.start)
  UNION ALL SELECT DISTINCT 2, name, NULL FROM head CROSS JOIN tail USING (id) CROSS JOIN thing USING (id)
  UNION ALL SELECT DISTINCT 3, a.name, b.name FROM beyond CROSS JOIN tail USING (id)
    CROSS JOIN thing AS a ON a.id = beyond.first CROSS JOIN thing AS b ON b.id = beyond.id
), middle(id, last) AS MATERIALIZED (
  SELECT other, tail.id FROM ends CROSS JOIN tail CROSS JOIN beside ON one = tail.id
  WHERE other NOT IN (start, finish) AND (SELECT count(*) FROM short) < 100
)
SELECT hops AS "hops integer", via1, via2, via3 FROM (
  SELECT hops, via1, via2, NULL AS via3 FROM short
  UNION ALL SELECT DISTINCT 4, a.name, b.name, c.name FROM middle CROSS JOIN beyond USING (id)
    CROSS JOIN thing AS a ON a.id = first CROSS JOIN thing AS b ON b.id = middle.id CROSS JOIN thing AS c ON c.id = last
  WHERE first != last
) ORDER BY hops, via1, via2, via3 LIMIT 100
