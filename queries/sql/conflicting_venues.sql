SELECT work.iri AS "paper iri", work.name AS title, first.name AS venue, here.iri AS "source iri", second.name AS otherVenue,
  there.iri AS "otherSource iri"
FROM fact AS one JOIN fact AS two ON two.work_ = one.work_ AND two.relation = 'publication' AND two.venue_ > one.venue_
JOIN thing AS work ON work.id = one.work_ JOIN thing AS first ON first.id = one.venue_ JOIN thing AS second ON second.id = two.venue_
JOIN source AS here ON here.id = one.source JOIN source AS there ON there.id = two.source
WHERE one.relation = 'publication'
ORDER BY work.name, first.name, second.name, here.iri, there.iri
