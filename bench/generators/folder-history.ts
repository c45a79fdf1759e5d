import { type Client } from 'pg';

/** Each client has folders of its own, and those of its operating system, which all clients have alike. */
export async function makeFolders(
  client: Client,
  sizes: { readonly clients: number; readonly files: number },
): Promise<void> {
  await client.query('CREATE UNLOGGED TABLE gen.client (c integer, files integer)');
  await client.query(clientsText, [sizes.clients, sizes.files]);
  await client.query(ownersTextOf(sizes.files));
  await client.query('CREATE INDEX ON gen.folder (owner, parent)');
  await client.query('ANALYZE gen.folder');
  await client.query(pathsText);
  await client.query('CREATE UNIQUE INDEX ON gen.path (owner, k)');
  await client.query('ANALYZE gen.path');
  await client.query('INSERT INTO path (pathid, path) SELECT pathid, path FROM gen.path ORDER BY pathid');
  await client.query("SELECT setval('path_pathid_seq', (SELECT max(pathid) FROM path))");
  await client.query(hierarchyText);
  await client.query('ANALYZE path, pathhierarchy');
}

/** The largest has about a ninth of all files, and the sizes of the others fall off by a power of their rank. */
const clientsText = `
  INSERT INTO gen.client
  SELECT c, ($2::integer * power(c, -0.6) / sum(power(c, -0.6)) OVER ())::integer FROM generate_series(1, $1::integer) c`;

/** Owner 0 is the operating system. Folder 0 is the top one, and each other lies in one with a lower number. */
const ownersTextOf = (files: number): string => `
  CREATE UNLOGGED TABLE gen.folder AS
  SELECT owner, k,
    CASE WHEN k = 0 THEN NULL WHEN k < 9 THEN 0 ELSE (k - 1) / (3 + gen.h(owner + 20, k) % 9) END::integer AS parent,
    CASE WHEN owner = 0 AND k BETWEEN 1 AND 8 THEN (ARRAY['etc', 'usr', 'var', 'opt', 'lib', 'boot', 'root', 'srv'])[k]
      WHEN owner = 2 AND k = 1 THEN 'mail'
      ELSE (SELECT word FROM gen.word WHERE id = floor(700 * power(gen.u(owner + 30, k), 2))::integer) || to_hex(k) END AS word
  FROM (
    SELECT 0 AS owner, greatest(60, least(30000, ${Math.floor(files / 480)})) AS folders
    UNION ALL SELECT c, greatest(60, files / 15) FROM gen.client) owners,
  generate_series(0, folders - 1) k`;

const pathsText = `
  CREATE UNLOGGED TABLE gen.path AS
  WITH RECURSIVE tree AS (
    SELECT owner, k, CASE WHEN owner = 0 THEN '/' ELSE '/srv/client' || owner || '/' END AS path FROM gen.folder WHERE k = 0
    UNION ALL
    SELECT f.owner, f.k, tree.path || f.word || '/' FROM tree JOIN gen.folder f ON f.owner = tree.owner AND f.parent = tree.k)
  SELECT row_number() OVER (ORDER BY owner, path)::integer AS pathid, owner, k, path FROM tree`;

/** What a client has of its own lies below /srv/. */
const hierarchyText = `
  INSERT INTO pathhierarchy (pathid, ppathid)
  SELECT p.pathid, q.pathid
  FROM gen.path p JOIN gen.folder f ON f.owner = p.owner AND f.k = p.k
  JOIN gen.path q ON (q.owner = p.owner AND q.k = f.parent) OR (f.parent IS NULL AND p.owner > 0 AND q.owner = 0 AND q.k = 8)`;
