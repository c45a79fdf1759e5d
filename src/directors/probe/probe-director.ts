import { type ProbeFinding, type ProbeStage, probeStages } from '../../domain/director-connector.port.js';
import { type RemoteDirectorSettings, type Staging } from '../../domain/director-settings.js';
import { type CatalogAddress } from '../../catalog/connection.js';
import { probeCatalog } from './probe-catalog.js';
import { probeConsole, type ProbeParts } from './probe-console.js';
import { type StagingFolders } from '../../domain/staging.port.js';

/**
 * Whether the console can use the staging folder. Whether the client writes the same one only a restore shows, and a test of settings runs
 * none: a usable folder is reported as not proven.
 */
async function probeStaging(staging: Staging | null, folders: StagingFolders): Promise<ProbeFinding[]> {
  if (staging === null) return [];
  const fault = await folders.check(staging.folder);
  if (fault !== null) return [{ stage: 'staging', status: 'failed', ...fault }];
  const { client, folder } = staging;
  const detail = `The console can read and write ${folder}, and others cannot. Whether the client ${client} writes the same folder, as a user whose files the console can read and remove, is shown by the first download.`;
  return [{ stage: 'staging', status: 'warn', code: 'staging_unproven', params: { client, folder }, detail }];
}

/** Tries the console and the catalog at the same time, each stage by stage. A finding for each stage, in their order; of staging only where it is set. */
export async function probeDirector(
  settings: RemoteDirectorSettings,
  catalog: CatalogAddress,
  signal: AbortSignal,
  parts: ProbeParts,
): Promise<readonly ProbeFinding[]> {
  const console = probeConsole(settings, signal, parts);
  const staging = probeStaging(settings.staging, parts.staging);
  const found = (await Promise.all([console, probeCatalog(settings, catalog, signal), staging])).flat();
  const stages = probeStages.filter((stage) => stage !== 'staging' || settings.staging !== null);
  return stages.map((stage) => found.find((finding) => finding.stage === stage) ?? skipped(stage));
}

function skipped(stage: ProbeStage): ProbeFinding {
  const detail = 'Skipped, because an earlier stage failed.';
  return { stage, status: 'skipped', code: 'earlier_failed', params: {}, detail };
}
