import { type Clock } from '../../../domain/clock.js';
import { type ProbeFinding, type ProbeStage, probeStages } from '../../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../../domain/director-settings.js';
import { probeCatalog } from './probe-catalog.js';
import { probeConsole } from './probe-console.js';

/** Tries the console and the catalog at once, each stage by stage. A finding for each stage, in their order. */
export async function probeDirector(
  settings: RemoteDirectorSettings,
  signal: AbortSignal,
  clock: Clock,
): Promise<readonly ProbeFinding[]> {
  const found = (await Promise.all([probeConsole(settings, signal, clock), probeCatalog(settings, signal)])).flat();
  return probeStages.map((stage) => found.find((finding) => finding.stage === stage) ?? skipped(stage));
}

function skipped(stage: ProbeStage): ProbeFinding {
  const detail = 'Not looked at, because an earlier stage failed.';
  return { stage, status: 'skipped', code: 'earlier_failed', params: {}, detail };
}
