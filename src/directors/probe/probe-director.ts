import { type ProbeFinding, type ProbeStage, probeStages } from '../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { type CatalogAddress } from '../../catalog/connection.js';
import { probeCatalog } from './probe-catalog.js';
import { probeStaging } from './probe-staging.js';
import { probeConsole, type ProbeParts } from './probe-console.js';

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
