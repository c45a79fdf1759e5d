import { hasEnded, type RunStatus } from '../../domain/run.js';
import { type RunLinks } from './run-record.dto.js';

/**
 * Addresses around one run and, where its state is given, what can be done with it: an unfinished one can be waited for and canceled, an ended one can be
 * run again unless it is a restore. They name the Director even where it is the default: the default may change.
 */
export function linksOfRun(
  director: string,
  jobId: number,
  run?: { readonly status: RunStatus; readonly type: string },
): RunLinks {
  const path = `/api/v1/operations/runs/${jobId}`;
  const name = encodeURIComponent(director);
  const query = `?director=${name}`;
  const links: RunLinks = {
    self: `${path}${query}`,
    log: `${path}/log${query}`,
    files: `${path}/files${query}`,
    volumes: `${path}/volumes${query}`,
    director: `/api/v1/directors/${name}`,
  };
  if (run === undefined) return links;
  if (!hasEnded(run.status)) {
    links.wait = `${path}${query}&wait=60`;
    links.cancel = `${path}/cancel${query}`;
  } else if (run.type !== 'Restore') links.rerun = `${path}/rerun${query}`;
  return links;
}
