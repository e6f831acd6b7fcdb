-- chains() goes from person to person through the pairs: FROM coauthor
SELECT value ->> 0 AS "hops integer", value ->> 1 AS via1, value ->> 2 AS via2, value ->> 3 AS via3
FROM json_each(chains(:person, :other))
