import { type Catalog } from './catalog.port.js';
import { type DirectorPort } from './director.port.js';
import { type RemoteDirectorSettings, type FoundDirector } from './director-settings.js';
import { type SaidValues } from './error-codes.js';

/** What stands between these settings and a Director that can be used, in the order in which it is looked at. */
export const probeStages = [
  'name',
  'port',
  'tls',
  'password',
  'commands',
  'catalog',
  'grants',
  'schema',
  'timezone',
  'staging',
] as const;
export type ProbeStage = (typeof probeStages)[number];

/** What a stage can show; null stands for a failure that only its sentence tells. */
export const probeCodes = [
  'name_resolved', 'port_open', 'tls_ok', 'authenticated', 'answers', 'status_denied', 'jobs_hidden', 'commands_denied', 'timezone_ok', 'timezone_mismatch',
  'timezone_unknown', 'earlier_failed', 'catalog_reached', 'catalog_unverified', 'catalog_unusable', 'tables_unreadable', 'read_only', 'writable', 'schema_known',
  'staging_unproven', 'staging_client_unknown', 'staging_missing', 'staging_link', 'staging_no_folder', 'staging_open', 'staging_replaceable',
  'staging_unusable',
  'address_unknown', 'address_refused', 'no_connection', 'tls_failed', 'no_greeting', 'refused', 'command_failed', 'protocol_error', 'too_slow',
] as const; // prettier-ignore
export type ProbeCode = (typeof probeCodes)[number];

export interface ProbeFinding {
  readonly stage: ProbeStage;
  /** `skipped`: an earlier stage failed, so that this one could not be looked at. */
  readonly status: 'ok' | 'warn' | 'failed' | 'skipped';
  /** Stable word for what was found. */
  readonly code: ProbeCode | null;
  readonly params: SaidValues;
  /** A sentence: what was found, and what to do where it is wrong. Never holds a secret. */
  readonly detail: string;
}

/** A Director that the console speaks to, with its catalog. Connections open when they are first needed. */
export interface ConnectedDirector {
  readonly director: DirectorPort;
  readonly catalog: Catalog;
  close(): Promise<void>;
}

/** What of the settings says where to connect to. */
export type Target = 'address' | 'catalogUrl';

/** Makes Directors from their settings. */
export abstract class DirectorConnector {
  /** Does not wait for the Director: one that is down neither stops the start nor slows the others. */
  abstract connect(settings: RemoteDirectorSettings): ConnectedDirector;
  /**
   * Tries the settings stage by stage, within some seconds. One finding for each stage; of `staging` only where it is set. `isSaved`: these are the settings of an entry,
   * so that what is remembered of its TLS counts.
   */
  abstract probe(
    settings: RemoteDirectorSettings,
    signal: AbortSignal,
    isSaved: boolean,
  ): Promise<readonly ProbeFinding[]>;
  /** Which of the two the console does not connect to, as far as their names can be resolved now. */
  abstract refusedTargets(settings: RemoteDirectorSettings): Promise<readonly Target[]>;
  /** The Directors that files of this machine tell of. Contacts none of them. AppError director_too_slow where a disk hangs. */
  abstract found(): Promise<readonly FoundDirector[]>;
}
