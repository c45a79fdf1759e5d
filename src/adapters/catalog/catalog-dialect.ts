/**
 * Where the catalogs of the Bacula family differ; every statement takes these pieces from here.
 * `files` is a table expression with the columns fileid, fileindex, jobid, pathid, filename, lstat, md5: a catalog that
 * names or splits them otherwise gives a sub-select, which PostgreSQL flattens. In statements on runs `j` is the job.
 */
export interface CatalogDialect {
  readonly files: string;
  /** The storage that a run wrote to. */
  readonly storageId: string;
  /** Holds for runs that are no virtual Full. Spelt so that the planner knows from its statistics that nearly all are none. */
  readonly isNoVirtualFull: string;
}

/** Bacula since 13, and the embedded Director. */
export const baculaDialect: CatalogDialect = {
  files: 'file',
  storageId: 'j.writestorageid',
  isNoVirtualFull: "j.level <> 'f' AND (j.isvirtualfull = 0 OR j.isvirtualfull IS NULL)",
};
