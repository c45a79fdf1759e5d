import { createHash } from 'node:crypto';
import { type Logger } from 'pino';
import { type Clock } from '../domain/clock.js';
import {
  type ConnectedDirector,
  DirectorConnector,
  type ProbeFinding,
  type Target,
} from '../domain/director-connector.port.js';
import { type RemoteDirectorSettings, type FoundDirector, type TlsMemory } from '../domain/director-settings.js';
import { AppError } from '../domain/error-codes.js';
import { readPostgresUrl } from '../database/postgres-url.js';
import { BaculaCatalog } from '../catalog/bacula-catalog.js';
import { type CatalogAddress } from '../catalog/connection.js';
import { directorPolicy } from '../platform/ssrf-guard/address-rule.js';
import { SsrfGuard, ownListeners } from '../platform/ssrf-guard/ssrf-guard.js';
import { BaculaDirector } from './bacula/bacula-director.js';
import { BareosDirector } from './bareos/bareos-director.js';
import { type ConsoleTarget } from './console/director-console.js';
import { FileHelper, FolderHangs } from './embedded/file-helper/file-helper.js';
import { StagedFolders } from './staging/staged-folders.js';
import { probeDirector } from './probe/probe-director.js';
import { type KnownTls } from './protocol/console-connection.js';
import { ProtocolError } from './protocol/protocol-error.js';

export interface RemoteDirectorsOptions {
  /** Where the console itself serves HTTP; null: nowhere yet. */
  readonly httpPort?: () => number | null;
  /** Without it, nothing is remembered. */
  readonly tlsMemory?: TlsMemory;
  /** The folder below which configurations of Directors are searched. */
  readonly root?: string;
}

/** Makes Directors that are spoken to over the network. */
export class RemoteDirectors extends DirectorConnector {
  private readonly gate: SsrfGuard;
  /** Configurations may be on a disk that hangs. */
  private readonly files = new FileHelper();
  private readonly staging = new StagedFolders();

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly options: RemoteDirectorsOptions = {},
  ) {
    super();
    const { httpPort = () => null } = options;
    this.gate = new SsrfGuard(directorPolicy, () => ownListeners([httpPort()]));
  }

  override connect(settings: RemoteDirectorSettings): ConnectedDirector {
    const { name, timezone } = settings;
    const onNotice = (text: string): void => this.log.warn({ director: name }, text);
    const catalog = new BaculaCatalog({ director: name, ...this.catalogAddress(settings), timezone, onNotice });
    const parts = { catalog, clock: this.clock, reach: this.reach(settings, true) };
    const director =
      settings.kind === 'bareos' ? new BareosDirector(settings, parts) : new BaculaDirector(settings, parts);
    const close = async (): Promise<void> => {
      await Promise.all([director.close(), catalog.close()]);
    };
    return { director, catalog, close };
  }

  override probe(
    settings: RemoteDirectorSettings,
    signal: AbortSignal,
    isSaved: boolean,
  ): Promise<readonly ProbeFinding[]> {
    const parts = { clock: this.clock, reach: this.reach(settings, isSaved), staging: this.staging };
    return probeDirector(settings, this.catalogAddress(settings), signal, parts);
  }

  override async rejectedTargets({ address, port, catalogUrl }: RemoteDirectorSettings): Promise<readonly Target[]> {
    const catalog = readPostgresUrl(catalogUrl).address;
    const [catalogHost, catalogPort] = [catalog.host || 'localhost', Number(catalog.port || 5432)];
    const [isAddressRejected, isCatalogRejected] = await Promise.all([
      this.gate.refuses(address, port, true),
      // A Unix socket is no address.
      catalogHost.startsWith('/') ? false : this.gate.refuses(catalogHost, catalogPort, true),
    ]);
    return [...(isAddressRejected ? ['address' as const] : []), ...(isCatalogRejected ? ['catalogUrl' as const] : [])];
  }

  override async found(): Promise<readonly FoundDirector[]> {
    const root = this.options.root ?? '/';
    try {
      return await this.files.of(root).detectDirectors(root);
    } catch (error) {
      if (!(error instanceof FolderHangs)) throw error;
      const detail =
        'A disk that was searched for Director configurations does not respond. Enter the Director manually.';
      throw new AppError('director_too_slow', detail, { cause: error });
    }
  }

  private catalogAddress({ catalogUrl, catalogTls }: RemoteDirectorSettings): CatalogAddress {
    return { url: catalogUrl, tls: catalogTls, lookupFor: this.lookupFor };
  }

  private reach(settings: RemoteDirectorSettings, isSaved: boolean): ConsoleTarget {
    const { tlsMemory } = this.options;
    const knownTls = isSaved && tlsMemory ? { knownTls: this.knownTls(tlsMemory, settings) } : {};
    return { lookupFor: this.lookupFor, ...knownTls };
  }

  /** The policy has no opinion on TLS. */
  private readonly lookupFor = (host: string, port: number) => this.gate.lookupFor(host, port, true);

  private knownTls(memory: TlsMemory, settings: RemoteDirectorSettings): KnownTls {
    const { name } = settings;
    const target = targetOf(settings);
    return {
      hasWorked: () =>
        memory.hasWorked(name, target).catch((cause: unknown) => {
          const sentence = `Could not read from the console's database whether TLS with Director ${name} worked before.`;
          throw new ProtocolError('tls', sentence, { cause });
        }),
      remember: () =>
        memory.remember(name, target).catch((error: unknown) => {
          this.log.warn({ err: error, director: name }, 'Could not store that TLS works; will retry.');
        }),
    };
  }
}

/** The key of the TLS memory: a changed entry starts without. Contains no secret. */
function targetOf({ kind, address, port, tls }: RemoteDirectorSettings): string {
  const { mode, ca, certificate, serverName } = tls;
  return createHash('sha256')
    .update(JSON.stringify([kind, address, port, mode, ca, certificate, serverName]))
    .digest('hex');
}
