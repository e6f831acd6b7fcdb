CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
-- What was resolved: sources with a digest of their facts.
CREATE TABLE source (no INTEGER PRIMARY KEY, id TEXT, facts TEXT);
-- Mentions of organizations, works, venues and topics: what stands for each, and the link that it has.
CREATE TABLE mention (no INTEGER, kind INTEGER, source INTEGER, component INTEGER, data BLOB, ties BLOB, link BLOB,
  shared INTEGER);
-- What ties mentions of all kinds to others.
CREATE TABLE tie (tie INTEGER, no INTEGER, PRIMARY KEY (tie, no)) WITHOUT ROWID;
-- Titles, as they are read forwards and backwards, and pairs of them that are but for a misprint the same.
CREATE TABLE title (turn INTEGER, words BLOB, title BLOB, PRIMARY KEY (turn, words)) WITHOUT ROWID;
CREATE TABLE almost (tie INTEGER, other INTEGER, turn INTEGER, data BLOB, PRIMARY KEY (tie, other, turn)) WITHOUT ROWID;
-- The entities that each component makes; of one that several make, that with the highest rank is taken.
CREATE TABLE entity (kind INTEGER, key TEXT, component INTEGER, rank INTEGER, data BLOB);
-- Mentions of people, the component of rules that each is in, and the first of its set by rules and after each round.
CREATE TABLE person (no INTEGER, source INTEGER, component INTEGER, data BLOB, ties BLOB, why BLOB, head0 INTEGER,
  head1 INTEGER, head2 INTEGER, head3 INTEGER, link BLOB);
CREATE VIEW linked AS SELECT no, source, data, link FROM mention UNION ALL SELECT no, source, data, link FROM person;
-- The authors of each mention of a work, and the place that each stands in.
CREATE TABLE listed (work INTEGER, person INTEGER, place INTEGER, PRIMARY KEY (work, person)) WITHOUT ROWID;
-- Organizations that a source names as the school of a degree.
CREATE TABLE school (no INTEGER PRIMARY KEY, source INTEGER);
-- The names of a set of mentions, and which names fall into a block, have a key, agree.
CREATE TABLE form (no INTEGER PRIMARY KEY, names BLOB);
CREATE TABLE block (block INTEGER, form INTEGER, PRIMARY KEY (block, form)) WITHOUT ROWID;
CREATE TABLE spelt (key INTEGER, form INTEGER, PRIMARY KEY (key, form)) WITHOUT ROWID;
CREATE TABLE agree (form INTEGER, other INTEGER, PRIMARY KEY (form, other)) WITHOUT ROWID;
-- Sets of mentions before each round: their names, why the first was joined, and by what its neighbours are sought.
CREATE TABLE node (round INTEGER, no INTEGER, form INTEGER, year INTEGER, sought BLOB, why BLOB,
  PRIMARY KEY (round, no)) WITHOUT ROWID;
CREATE TABLE pair (round INTEGER, one INTEGER, other INTEGER, score REAL,
  PRIMARY KEY (round, one, other)) WITHOUT ROWID;
-- How many full names a block has in a round, and the share of people who bear a name, by its key.
CREATE TABLE crowd (round INTEGER, block INTEGER, names INTEGER, PRIMARY KEY (round, block)) WITHOUT ROWID;
CREATE TABLE share (key INTEGER PRIMARY KEY, share REAL);
-- People, by the key that those share who could be mistaken for each other.
CREATE TABLE base (head INTEGER PRIMARY KEY, base INTEGER);
-- Indexes: of new tables each is made when all rows are there, so that none is put into it here and there.
CREATE UNIQUE INDEX mention_no ON mention (no);
CREATE UNIQUE INDEX person_no ON person (no);
CREATE INDEX mention_source ON mention (source);
CREATE INDEX mention_component ON mention (component);
CREATE INDEX entity_key ON entity (kind, key);
CREATE INDEX entity_component ON entity (component);
CREATE INDEX person_source ON person (source);
CREATE INDEX person_component ON person (component);
CREATE INDEX person_head0 ON person (head0);
CREATE INDEX person_head1 ON person (head1);
CREATE INDEX person_head2 ON person (head2);
CREATE INDEX person_head3 ON person (head3);
CREATE INDEX school_source ON school (source);
CREATE INDEX listed_person ON listed (person);
CREATE INDEX node_form ON node (round, form);
CREATE INDEX base_base ON base (base);
