SELECT work.iri AS "paper iri", work.name AS title, one.year AS year, here.iri AS "source iri", two.year AS otherYear,
  there.iri AS "otherSource iri"
FROM fact AS one JOIN fact AS two ON two.work_ = one.work_ AND two.relation = 'publication' AND two.year > one.year
JOIN thing AS work ON work.id = one.work_ JOIN source AS here ON here.id = one.source JOIN source AS there ON there.id = two.source
WHERE one.relation = 'publication'
ORDER BY work.name, one.year, two.year, here.iri, there.iri
