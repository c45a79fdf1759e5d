import { type ProbeFinding } from '../../domain/director-connector.port.js';
import { type Staging } from '../../domain/director-settings.js';
import { type StagingFolders } from '../../domain/staging.port.js';

/**
 * Whether the console can use the staging folder. Whether the client writes the same one only a restore shows, and a test of settings runs
 * none: a usable folder is reported as not proven.
 */
export async function probeStaging(staging: Staging | null, folders: StagingFolders): Promise<ProbeFinding[]> {
  if (staging === null) return [];
  const fault = await folders.check(staging.folder);
  if (fault !== null) return [{ stage: 'staging', status: 'failed', ...fault }];
  const { client, folder } = staging;
  const detail = `The console can read and write ${folder}, and others cannot. Whether the client ${client} writes the same folder, as a user whose files the console can read and remove, is shown by the first download.`;
  return [{ stage: 'staging', status: 'warn', code: 'staging_unproven', params: { client, folder }, detail }];
}
