import { type ProbeFinding, type ProbeStage } from '../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { AppError } from '../../domain/error-codes.js';
import { fullScope } from '../../domain/principal.js';
import { readPostgresUrl, tlsDemandOf, shownPostgresUrl } from '../../database/postgres-url.js';
import { BaculaCatalog } from '../../catalog/bacula-catalog.js';
import { type CatalogAddress } from '../../catalog/connection.js';
import { tryCatalog } from '../../catalog/probe-access.js';
import { isLoopback } from '../../platform/ssrf-guard/address-rule.js';

/** Logs in to the catalog, checks what the role may read, and whether the schema is known. */
export async function probeCatalog(
  settings: RemoteDirectorSettings,
  address: CatalogAddress,
  signal: AbortSignal,
): Promise<ProbeFinding[]> {
  const tried = await tryCatalog(address, signal);
  const at = shownPostgresUrl(settings.catalogUrl) ?? '';
  if (tried.state === 'refused') {
    const detail = `The console does not connect to the catalog ${at}: its address is not allowed.`;
    return [{ stage: 'catalog', status: 'failed', code: 'address_refused', params: { words: detail }, detail }];
  }
  if (tried.state === 'unreached') {
    const detail = `The catalog ${at} cannot be used: ${tried.reason}`;
    const params = { catalog: at, words: tried.reason };
    return [{ stage: 'catalog', status: 'failed', code: 'catalog_unusable', params, detail }];
  }
  const reached = reachedFinding(settings, at);
  if (tried.unreadable.length > 0) {
    const grants = `GRANT SELECT ON ALL TABLES IN SCHEMA public TO "${tried.role}"`;
    const detail = `The role ${tried.role} may not read ${tried.unreadable.join(', ')}. Run this as the owner of the catalog: ${grants};`;
    const params = { role: tried.role, tables: tried.unreadable.join(', '), grants };
    return [reached, { stage: 'grants', status: 'failed', code: 'tables_unreadable', params, detail }];
  }
  const granted: ProbeFinding = grantsFinding(tried.writable, tried.role);
  return [reached, granted, await probeSchema(settings, address)];
}

function reachedFinding(settings: RemoteDirectorSettings, at: string): ProbeFinding {
  const [stage, params] = ['catalog', { catalog: at }] as const;
  if (isVerified(settings)) {
    return { stage, status: 'ok', code: 'catalog_reached', params, detail: `The catalog ${at} accepts the console.` };
  }
  const detail = `The catalog ${at} accepts the console, but the connection does not verify the server: another machine could impersonate it. Use sslmode=verify-full.`;
  return { stage, status: 'warn', code: 'catalog_unverified', params, detail };
}

/** A server on this machine needs no certificate. */
function isVerified({ catalogUrl, catalogTls }: RemoteDirectorSettings): boolean {
  const url = readPostgresUrl(catalogUrl);
  const host = url.address.host || 'localhost';
  return host.startsWith('/') || isLoopback(host) || tlsDemandOf(url, catalogTls) === 'verified';
}

/** Excess rights are reported, but no reason to fail. */
function grantsFinding(writable: readonly string[], role: string): ProbeFinding {
  const stage: ProbeStage = 'grants';
  if (writable.length === 0) {
    const detail = 'The role can read what is needed and nothing else.';
    return { stage, status: 'ok', code: 'read_only', params: {}, detail };
  }
  const tables = writable.slice(0, 3).join(', ');
  return {
    stage,
    status: 'warn',
    code: 'writable',
    params: { role, tables },
    detail: `The role ${role} may also write to the catalog (${tables}). A role with SELECT alone is enough, and safer.`,
  };
}

async function probeSchema({ name, timezone }: RemoteDirectorSettings, address: CatalogAddress): Promise<ProbeFinding> {
  const catalog = new BaculaCatalog({ director: name, ...address, timezone });
  try {
    const { product, version } = await catalog.schema();
    await catalog.runs.lastRuns(fullScope, []);
    const detail = `The schema is that of ${product}, version ${version}.`;
    return { stage: 'schema', status: 'ok', code: 'schema_known', params: { product, version }, detail };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { stage: 'schema', status: 'failed', code: null, params: {}, detail: error.detail };
  } finally {
    await catalog.close();
  }
}
