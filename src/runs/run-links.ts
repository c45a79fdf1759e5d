import { type RunLinks } from './run-record.dto.js';

/** Addresses around one run. They name the Director even where it is the default: the default may change. */
export function linksOfRun(director: string, jobId: number): RunLinks {
  const run = `/api/v1/operations/runs/${jobId}`;
  const name = encodeURIComponent(director);
  const query = `?director=${name}`;
  return {
    self: `${run}${query}`,
    log: `${run}/log${query}`,
    files: `${run}/files${query}`,
    volumes: `${run}/volumes${query}`,
    director: `/api/v1/directors/${name}`,
  };
}
