import { type Client } from 'pg';
import { commonNames, extensions, wordsByFrequency } from './names-corpus.js';

/** Whole numbers and shares that follow from a number and a seed alone: the same on every machine. */
export const hashFunctions = `
  CREATE SCHEMA gen;
  CREATE FUNCTION gen.h(seed integer, x bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT hashint8extended(x, seed) & 1152921504606846975';
  CREATE FUNCTION gen.u(seed integer, x bigint) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT (hashint8extended(x, seed) & 4294967295)::float8 / 4294967296.0';`;

/** Names of about so many kinds, by the rank of their use: caches, photos, logs, documents, libraries, sources, and a few odd ones. */
export async function makeNames(client: Client, names: number): Promise<void> {
  await client.query('CREATE UNLOGGED TABLE gen.word (id integer, word text)');
  await client.query('INSERT INTO gen.word SELECT place - 1, word FROM unnest($1::text[]) WITH ORDINALITY AS w(word, place)', [
    wordsByFrequency(),
  ]); // prettier-ignore
  await client.query('CREATE UNIQUE INDEX ON gen.word (id)');
  await client.query('ANALYZE gen.word');
  await client.query('CREATE UNLOGGED TABLE gen.name (id integer, name text)');
  await client.query(namesText, [commonNames, extensions, Math.ceil(names * 1.08), names]);
  await client.query('CREATE UNIQUE INDEX ON gen.name (id)');
  await client.query('ANALYZE gen.name');
}

/** A Latin-1 letter, what patterns give a meaning to, and a line break: whatever a file system takes. */
const oddLetters = "ARRAY[chr(233), '%', '_', E'\\\\', E'\\n', E'\\303\\266']";

const namesText = `
  INSERT INTO gen.name
  SELECT row_number() OVER (ORDER BY rank, name) - 1, name
  FROM (
    SELECT min(rank) AS rank, name
    FROM (
      SELECT place::integer - 1000 AS rank, name FROM unnest($1::text[]) WITH ORDINALITY AS f(name, place)
      UNION ALL
      SELECT n, CASE
        WHEN kind < 0.06 THEN md5(n::text) || CASE WHEN a < 0.5 THEN '' ELSE '.cache' END
        WHEN kind < 0.12 THEN 'PIC_2025' || lpad((1 + draw % 12)::text, 2, '0') || lpad((1 + draw % 28)::text, 2, '0') || '_'
          || lpad((draw % 1000000)::text, 6, '0') || CASE WHEN a < 0.8 THEN '.jpg' ELSE '.JPG' END
        WHEN kind < 0.20 THEN one.word || '-2025-' || lpad((1 + draw % 12)::text, 2, '0') || '-'
          || lpad((1 + draw % 28)::text, 2, '0') || CASE WHEN a < 0.5 THEN '.log.gz' ELSE '.log' END
        WHEN kind < 0.50 THEN one.word || '_' || two.word || CASE WHEN a < 0.6 THEN (draw % 991)::text ELSE '' END || extension
        WHEN kind < 0.62 THEN initcap(one.word) || ' ' || initcap(two.word) || ' ' || draw % 2027 || extension
        WHEN kind < 0.80 THEN one.word || initcap(two.word) || draw % 9967 || extension
        WHEN kind < 0.85 THEN 'lib' || one.word || two.word || '.so.' || draw % 9 || '.' || draw % 13
        WHEN kind < 0.852 THEN one.word || (${oddLetters})[1 + draw % 6] || two.word || draw % 97
        ELSE one.word || '-' || two.word || '-' || to_hex(draw % 16777213) || extension END
      FROM (
        SELECT n, gen.u(11, n) AS kind, gen.u(12, n) AS a, gen.h(13, n) AS draw,
          ($2::text[])[1 + floor(cardinality($2::text[]) * power(gen.u(14, n), 2.2))::integer] AS extension,
          floor(words * power(gen.u(15, n), 2.5))::integer AS first, floor(words * power(gen.u(16, n), 2))::integer AS second
        FROM generate_series(0, $3::integer) n, (SELECT count(*) AS words FROM gen.word) w OFFSET 0) drawn
      JOIN gen.word one ON one.id = first JOIN gen.word two ON two.id = second) made
    GROUP BY name) ranked
  ORDER BY rank, name LIMIT $4`;
