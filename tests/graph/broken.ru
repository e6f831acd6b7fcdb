# Each section breaks the toy world: a name, the property that the finding is about, and whether the shapes of one graph
# alone can tell (shapes) or only the checks that look further (structure). Then the SPARQL update that breaks it.

### no role | gb:person | shapes
DELETE { GRAPH ?g { ?f gb:person ?p } }
WHERE { GRAPH ?g { ?f a gb:Employment ; gb:person ?p } }

### two of a role | gb:author | shapes
INSERT { GRAPH ?g { ?f gb:author ?p } }
WHERE { GRAPH ?g { ?f gb:author ?a . ?p_ gb:person ?p } }

### role is text | gb:topic | shapes
DELETE { GRAPH ?g { ?f gb:topic ?t } }
INSERT { GRAPH ?g { ?f gb:topic 'x' } }
WHERE { GRAPH ?g { ?f gb:topic ?t } }

### no source | gb:source | shapes
DELETE { GRAPH ?g { ?f gb:source ?s } }
WHERE { GRAPH ?g { ?f a gb:Award ; gb:source ?s } }

### another source | gb:source | shapes
DELETE { GRAPH ?g { ?f gb:source ?g } }
INSERT { GRAPH ?g { ?f gb:source ?h } }
WHERE { GRAPH ?g { ?f gb:source ?g } GRAPH ?h { ?h a gb:Source } FILTER(?g != ?h) }

### source not described | gb:source | shapes
DELETE WHERE { GRAPH ?g { ?s a gb:Source } }

### source without file name | gb:fileName | shapes
DELETE WHERE { GRAPH ?g { ?s gb:fileName ?n } }

### no confidence | gb:confidence | shapes
DELETE WHERE { GRAPH ?g { ?f gb:confidence ?c } }

### confidence above one | gb:confidence | shapes
DELETE { GRAPH ?g { ?f gb:confidence ?c } }
INSERT { GRAPH ?g { ?f gb:confidence 1.5 } }
WHERE { GRAPH ?g { ?f gb:confidence ?c } }

### confidence below zero | gb:confidence | shapes
DELETE { GRAPH ?g { ?f gb:confidence ?c } }
INSERT { GRAPH ?g { ?f gb:confidence -0.1 } }
WHERE { GRAPH ?g { ?f gb:confidence ?c } }

### confidence is text | gb:confidence | shapes
DELETE { GRAPH ?g { ?f gb:confidence ?c } }
INSERT { GRAPH ?g { ?f gb:confidence 'high' } }
WHERE { GRAPH ?g { ?f gb:confidence ?c } }

### no quote | gb:quote | shapes
DELETE { GRAPH ?g { ?f gb:quote ?q } }
WHERE { GRAPH ?g { ?f a gb:Service ; gb:quote ?q } }

### two quotes | gb:quote | shapes
INSERT { GRAPH ?g { ?f gb:quote 'and this' } }
WHERE { GRAPH ?g { ?f a gb:Service } }

### no evidence start | gb:evidenceStart | shapes
DELETE { GRAPH ?g { ?f gb:evidenceStart ?s } }
WHERE { GRAPH ?g { ?f a gb:Advising ; gb:evidenceStart ?s } }

### no evidence end | gb:evidenceEnd | shapes
DELETE { GRAPH ?g { ?f gb:evidenceEnd ?s } }
WHERE { GRAPH ?g { ?f a gb:Advising ; gb:evidenceEnd ?s } }

### evidence before the text | gb:evidenceStart | shapes
DELETE { GRAPH ?g { ?f gb:evidenceStart ?s } }
INSERT { GRAPH ?g { ?f gb:evidenceStart -1 } }
WHERE { GRAPH ?g { ?f gb:evidenceStart ?s } }

### evidence backwards | gb:evidenceStart | shapes
DELETE { GRAPH ?g { ?f gb:evidenceStart ?s } }
INSERT { GRAPH ?g { ?f gb:evidenceStart 9999 } }
WHERE { GRAPH ?g { ?f gb:evidenceStart ?s } }

### mention with half its evidence | gb:quote | shapes
DELETE { GRAPH ?g { ?m gb:quote ?q } }
WHERE { GRAPH ?g { ?m a gb:Mention ; gb:quote ?q } }

### no mention | gb:mention | shapes
DELETE { GRAPH ?g { ?f gb:mention ?m } }
WHERE { GRAPH ?g { ?f a gb:Profile ; gb:mention ?m } }

### mention not described | gb:mention | shapes
DELETE WHERE { GRAPH ?g { ?m a gb:Mention } }

### position zero | gb:position | shapes
DELETE { GRAPH ?g { ?f gb:position ?n } }
INSERT { GRAPH ?g { ?f gb:position 0 } }
WHERE { GRAPH ?g { ?f gb:position ?n } }

### position in words | gb:position | shapes
DELETE { GRAPH ?g { ?f gb:position ?n } }
INSERT { GRAPH ?g { ?f gb:position 'first' } }
WHERE { GRAPH ?g { ?f gb:position ?n } }

### year is text | gb:year | shapes
DELETE { GRAPH ?g { ?f gb:year ?n } }
INSERT { GRAPH ?g { ?f gb:year '2020' } }
WHERE { GRAPH ?g { ?f gb:year ?n } }

### start is text | gb:start | shapes
DELETE { GRAPH ?g { ?f gb:start ?n } }
INSERT { GRAPH ?g { ?f gb:start '2020' } }
WHERE { GRAPH ?g { ?f gb:start ?n } }

### no such month | gb:start | structure
DELETE { GRAPH ?g { ?f gb:start ?n } }
INSERT { GRAPH ?g { ?f gb:start '2020-13'^^xsd:gYearMonth } }
WHERE { GRAPH ?g { ?f gb:start ?n } }

### ends before it starts | gb:startYear | shapes
DELETE { GRAPH ?g { ?f gb:endYear ?y ; gb:end ?n } }
INSERT { GRAPH ?g { ?f gb:endYear 1999 ; gb:end '1999'^^xsd:gYear } }
WHERE { GRAPH ?g { ?f gb:end ?n ; gb:endYear ?y } }

### ends a month before it starts | gb:end | structure
DELETE { GRAPH ?g { ?f gb:endYear ?y ; gb:end ?n } }
INSERT { GRAPH ?g { ?f gb:endYear 2015 ; gb:end '2015-08'^^xsd:gYearMonth } }
WHERE { GRAPH ?g { ?f a gb:Education ; gb:end ?n ; gb:endYear ?y } }

### end and ongoing | gb:end | shapes
INSERT { GRAPH ?g { ?f gb:ongoing true } }
WHERE { GRAPH ?g { ?f gb:end ?n } }

### another start year | gb:startYear | structure
DELETE { GRAPH ?g { ?f gb:startYear ?y } }
INSERT { GRAPH ?g { ?f gb:startYear 1900 } }
WHERE { GRAPH ?g { ?f gb:startYear ?y } }

### no such degree | gb:degree | shapes
DELETE { GRAPH ?g { ?f gb:degree ?d } }
INSERT { GRAPH ?g { ?f gb:degree 'phd' } }
WHERE { GRAPH ?g { ?f gb:degree ?d } }

### no such service | gb:role | shapes
DELETE { GRAPH ?g { ?f gb:role ?d } }
INSERT { GRAPH ?g { ?f gb:role 'boss' } }
WHERE { GRAPH ?g { ?f a gb:Service ; gb:role ?d } }

### no printed form | gb:printedForm | shapes
DELETE WHERE { GRAPH ?g { ?m gb:printedForm ?n } }

### refers to nothing | gb:refersTo | shapes
DELETE WHERE { GRAPH ?g { ?m gb:refersTo ?n } }

### no such status | gb:linkStatus | shapes
DELETE { GRAPH ?g { ?m gb:linkStatus ?d } }
INSERT { GRAPH ?g { ?m gb:linkStatus 'sure' } }
WHERE { GRAPH ?g { ?m gb:linkStatus ?d } }

### link score above one | gb:linkScore | shapes
DELETE { GRAPH ?g { ?m gb:linkScore ?d } }
INSERT { GRAPH ?g { ?m gb:linkScore 2.0 } }
WHERE { GRAPH ?g { ?m gb:linkScore ?d } }

### no name | rdfs:label | shapes
DELETE WHERE { GRAPH ?g { ?e rdfs:label ?n } }

### two names | rdfs:label | shapes
INSERT { GRAPH ?g { ?e rdfs:label 'Another' } }
WHERE { GRAPH ?g { ?e a schema:Person } }

### empty name | rdfs:label | shapes
DELETE { GRAPH ?g { ?e rdfs:label ?n } }
INSERT { GRAPH ?g { ?e rdfs:label '' } }
WHERE { GRAPH ?g { ?e rdfs:label ?n } }

### two names in two graphs | rdfs:label | structure
INSERT { GRAPH ?s { ?e a schema:Person ; rdfs:label 'Another' } }
WHERE { GRAPH ?g { ?e a schema:Person } GRAPH ?s { ?s a gb:Source } }

### sameAs is text | schema:sameAs | shapes
INSERT { GRAPH ?g { ?e schema:sameAs 'x' } }
WHERE { GRAPH ?g { ?e a schema:Person } }

### a parent of another kind | org:subOrganizationOf | shapes
INSERT { GRAPH ?g { ?e org:subOrganizationOf ?p } }
WHERE { GRAPH ?g { ?e a schema:Organization . ?p a schema:Person } }

### a circle of parents | org:subOrganizationOf | structure
INSERT { GRAPH ?g { ?b org:subOrganizationOf ?a } }
WHERE { GRAPH ?g { ?a org:subOrganizationOf ?b } }

### entity that nothing describes | gb:work | structure
DELETE WHERE { GRAPH ?g { ?e a schema:CreativeWork } }

### entity of the wrong kind | gb:person | structure
DELETE { GRAPH ?g { ?e a schema:Person } }
INSERT { GRAPH ?g { ?e a skos:Concept } }
WHERE { GRAPH ?g { ?e a schema:Person } }

### entity of two kinds | rdf:type | structure
INSERT { GRAPH ?g { ?e a skos:Concept } }
WHERE { GRAPH ?g { ?e a schema:Person } }

### fact of two kinds | rdf:type | structure
INSERT { GRAPH ?g { ?f a gb:Interest } }
WHERE { GRAPH ?g { ?f a gb:Profile } }

### edge without a fact | schema:affiliation | structure
INSERT { GRAPH ?g { ?p schema:affiliation ?p } }
WHERE { GRAPH ?g { ?f gb:advisor ?p } }

### fact without an edge | schema:award | structure
DELETE WHERE { GRAPH ?g { ?p schema:award ?a } }

### property unheard of | gb:salary | structure
INSERT { GRAPH ?g { ?f gb:salary 1 } }
WHERE { GRAPH ?g { ?f a gb:Employment } }

### two editions | gb:edition | shapes
INSERT { GRAPH ?g { ?f gb:edition <https://w3id.org/graph-builder/data/venue/toyconf> } }
WHERE { GRAPH ?g { ?f a gb:Publication ; gb:edition ?e } }

### edition is an organisation | gb:edition | structure
DELETE { GRAPH ?g { ?f gb:edition ?e } }
INSERT { GRAPH ?g { ?f gb:edition ?o } }
WHERE { GRAPH ?g { ?f gb:edition ?e . ?x gb:organization ?o } }

### mention refers to an edition that nothing describes | gb:refersToEdition | structure
DELETE { GRAPH ?g { ?m gb:refersToEdition ?e } }
INSERT { GRAPH ?g { ?m gb:refersToEdition <https://example.org/nowhere> } }
WHERE { GRAPH ?g { ?m gb:refersToEdition ?e } }

### a kind of venue that is none | gb:venueType | shapes
DELETE { GRAPH ?g { ?v gb:venueType ?t } }
INSERT { GRAPH ?g { ?v gb:venueType 'tavern' } }
WHERE { GRAPH ?g { ?v gb:venueType ?t } }

### year of an edition is text | gb:editionYear | shapes
DELETE { GRAPH ?g { ?v gb:editionYear ?y } }
INSERT { GRAPH ?g { ?v gb:editionYear '2021' } }
WHERE { GRAPH ?g { ?v gb:editionYear ?y } }
