/** It ended well; `j` is the job. Even so it may have read nothing of what it was to save. */
const endedWell = "j.jobstatus IN ('T', 'W')";

/** It read no file and ended with errors or warnings: all its includes may have been unreadable. */
export const readNoFile = "(COALESCE(j.jobfiles, 0) = 0 AND (j.jobstatus = 'W' OR COALESCE(j.joberrors, 0) > 0))";

/** What counts as good in a catalog. The console's own record has the same rule in `is_good_backup`. */
export const isGoodRun = `${endedWell} AND NOT ${readNoFile}`;

/**
 * What the embedded Director builds upon. An Incremental that read no file hides none and may know of deletions; a Full or
 * Differential would hide all that was saved before it.
 */
export const isChainRun = `${endedWell} AND (j.level = 'I' OR NOT ${readNoFile})`;

/** A run whose files can be restored ended well; `j` is the job. */
export const isRestorable = `j.type = 'B' AND ${endedWell}`;

/** It also counts: it is a point of its own, and others may build upon it. */
export const isGoodBackup = `j.type = 'B' AND ${isGoodRun}`;

/** Spelt so that the planner knows from its statistics that nearly all runs are unpurged. */
export const isUnpurged = '(j.purgedfiles = 0 OR j.purgedfiles IS NULL)';

/** Base jobs are no points of their own. */
export const isPointLevel = "j.level IN ('F', 'D', 'I', 'f')";
