import { segmentBlocks, sliceBytes } from './block-signature.js';

const lineageColumns = `l.id, l.client, l.fileset,
  ARRAY(SELECT j.job_id FROM name_job j WHERE j.lineage_id = l.id AND j.fed_moment <= $2 ORDER BY j.job_id)`;
const wasThere = 'l.director = $1 AND l.created_moment <= $2 AND (l.retired_moment IS NULL OR l.retired_moment > $2)';
/** A lineage without a known Full comes last of its client's. */
const fullAt = "COALESCE(l.full_at, '-infinity')";

/**
 * Where the Director's ids started over, the index holds runs that are gone by ids that are others' now: until the feed has followed
 * there is nothing in it.
 */
const isOfNow = 'NOT EXISTS (SELECT FROM run_feed r WHERE r.director = f.director AND r.generation <> f.generation)';

export const momentOf = {
  name: 'names_moment',
  text: `SELECT f.moment FROM name_feed f WHERE f.director = $1 AND ${isOfNow}`,
};

export const lineagesOfRuns = {
  name: 'names_lineages_of_runs',
  text: `SELECT ${lineageColumns} FROM name_lineage l
    WHERE ${wasThere} AND l.id IN (
      SELECT j.lineage_id FROM name_job j WHERE j.job_id = ANY ($3::integer[]) AND j.fed_moment <= $2)
    ORDER BY l.id`,
};

/** The present moment, and in the same glance the lineages of the runs. One row at least where there is an index of the runs that are. */
export const presentLineages = {
  name: 'names_present_lineages',
  text: `SELECT f.moment, l.id, l.client, l.fileset,
      ARRAY(SELECT j.job_id FROM name_job j WHERE j.lineage_id = l.id ORDER BY j.job_id)
    FROM name_feed f
    LEFT JOIN name_lineage l ON l.director = f.director AND l.created_moment <= f.moment AND l.retired_moment IS NULL
      AND l.id IN (SELECT j.lineage_id FROM name_job j WHERE j.job_id = ANY ($2::integer[]))
    WHERE f.director = $1 AND ${isOfNow} ORDER BY l.id`,
};

export const firstLineages = {
  name: 'names_first_lineages',
  text: `SELECT ${lineageColumns} FROM name_lineage l
    WHERE ${wasThere} AND ($3::text IS NULL OR l.client = $3)
    ORDER BY l.client, ${fullAt} DESC, l.id DESC LIMIT $4`,
};

export const nextLineages = {
  name: 'names_next_lineages',
  text: `SELECT ${lineageColumns} FROM name_lineage last, name_lineage l
    WHERE last.id = $5 AND ${wasThere} AND ($3::text IS NULL OR l.client = $3)
      AND (l.client > last.client
        OR l.client = last.client AND (${fullAt}, l.id) < (COALESCE(last.full_at, '-infinity'), last.id))
    ORDER BY l.client, ${fullAt} DESC, l.id DESC LIMIT $4`,
};

/** One row where the lineage is known; null in it where it held nothing yet. */
export const endOfBlocks = {
  name: 'names_end_of_blocks',
  text: `SELECT (SELECT max(j.first_block + j.blocks) FROM name_job j WHERE j.lineage_id = l.id AND j.fed_moment <= $3)
    FROM name_lineage l WHERE l.id = $1 AND l.director = $2`,
};

/**
 * The end of the blocks as of the moment, and from the segment of the first block on the pieces of each signature. They lie
 * uncompressed, so that a piece is read without the rest of its signature. One row at least where the lineage is known.
 */
export const signaturePieces = {
  name: 'names_signature_pieces',
  text: `SELECT lineage.ending, s.segment,
      (SELECT string_agg(substring(s.bits FROM piece.start FOR ${sliceBytes}), ''::bytea ORDER BY piece.place)
       FROM unnest($5::integer[]) WITH ORDINALITY AS piece(start, place))
    FROM (
      SELECT l.id,
        (SELECT max(j.first_block + j.blocks) FROM name_job j WHERE j.lineage_id = l.id AND j.fed_moment <= $3) AS ending
      FROM name_lineage l WHERE l.id = $1 AND l.director = $2) lineage
    LEFT JOIN name_signature s ON s.lineage_id = lineage.id AND s.segment >= $4::integer
      AND s.segment <= (lineage.ending - 1) / ${segmentBlocks}
    ORDER BY s.segment`,
};

const blocksWithNeedle = `SELECT b.block, b.folded, d.details
  FROM name_block b JOIN name_block_detail d ON d.lineage_id = b.lineage_id AND d.block = b.block
  WHERE b.lineage_id = $1 AND strpos(b.folded, $2) > 0`;

export const chosenBlocks = {
  name: 'names_chosen_blocks',
  text: `${blocksWithNeedle} AND b.block = ANY ($3::integer[]) ORDER BY b.block`,
};

export const blocksOfWindow = {
  name: 'names_blocks_of_window',
  text: `${blocksWithNeedle} AND b.block >= $3 AND b.block < $4 ORDER BY b.block LIMIT $5`,
};
