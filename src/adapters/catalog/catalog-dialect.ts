/**
 * Where the catalogs of the Bacula family differ; every statement takes these pieces from here.
 * `files` is a table expression with the columns fileid, fileindex, jobid, pathid, filename, lstat, md5: a catalog that
 * names or splits them otherwise gives a sub-select, which PostgreSQL flattens. In statements on runs `j` is the job.
 */
export interface CatalogDialect {
  readonly files: string;
  /** The storage that a run wrote to. */
  readonly storageId: string;
  readonly isVirtualFull: string;
}

/** Bacula since 13, and the embedded Director. */
export const baculaDialect: CatalogDialect = {
  files: 'file',
  storageId: 'j.writestorageid',
  isVirtualFull: "(j.level = 'f' OR j.isvirtualfull = 1)",
};
