import { type ProbeFinding, type ProbeStage } from '../../../domain/director-connector.port.js';
import { type RemoteDirectorSettings, withoutPassword } from '../../../domain/director-settings.js';
import { Refusal } from '../../../domain/refusals.js';
import { everything } from '../../../domain/scope.js';
import { BaculaCatalog } from '../../catalog/bacula-catalog.js';
import { tryCatalog } from '../../catalog/try-catalog.js';

/** Logs in to the catalog, looks what the role may read, and whether the schema is one that is known. */
export async function probeCatalog(settings: RemoteDirectorSettings, signal: AbortSignal): Promise<ProbeFinding[]> {
  const tried = await tryCatalog(settings.catalogUrl, signal);
  const at = withoutPassword(settings.catalogUrl);
  if (tried.state === 'unreached') {
    return [{ stage: 'catalog', status: 'failed', detail: `The catalog ${at} cannot be used: ${tried.reason}` }];
  }
  const reached: ProbeFinding = { stage: 'catalog', status: 'ok', detail: `The catalog ${at} lets the console in.` };
  if (tried.unreadable.length > 0) {
    const grants = `GRANT SELECT ON ALL TABLES IN SCHEMA public TO "${tried.role}"`;
    const detail = `The role ${tried.role} may not read ${tried.unreadable.join(', ')}. As the catalog's owner: ${grants};`;
    return [reached, { stage: 'grants', status: 'failed', detail }];
  }
  const granted: ProbeFinding = grantsFinding(tried.writable, tried.role);
  return [reached, granted, await probeSchema(settings)];
}

/** More rights than are needed are told, and no reason to refuse. */
function grantsFinding(writable: readonly string[], role: string): ProbeFinding {
  const stage: ProbeStage = 'grants';
  if (writable.length === 0)
    return { stage, status: 'ok', detail: 'The role may read what is needed, and nothing more.' };
  return {
    ...{ stage, status: 'warn' },
    detail: `The role ${role} may also write to the catalog (${writable.slice(0, 3).join(', ')}). A role with SELECT alone is enough, and safer.`,
  };
}

async function probeSchema({ name, catalogUrl, timezone }: RemoteDirectorSettings): Promise<ProbeFinding> {
  const catalog = new BaculaCatalog({ director: name, url: catalogUrl, timezone });
  try {
    const { product, version } = await catalog.schema();
    await catalog.lastRuns(everything, []);
    return { stage: 'schema', status: 'ok', detail: `The schema is that of ${product}, version ${version}.` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { stage: 'schema', status: 'failed', detail: error.detail };
  } finally {
    await catalog.close();
  }
}
