import { type Catalog } from './catalog.port.js';
import { type DirectorPort } from './director.port.js';
import { type RemoteDirectorSettings, type FoundDirector } from './director-settings.js';
import { type MessageParams } from './error-codes.js';

/** The stages between these settings and a usable Director, in the order of the test. */
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

/** The possible findings of a stage; null is a failure that only its sentence describes. */
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
  /** `skipped`: an earlier stage failed, so this one could not be tested. */
  readonly status: 'ok' | 'warn' | 'failed' | 'skipped';
  /** Stable code of the finding. */
  readonly code: ProbeCode | null;
  readonly params: MessageParams;
  /** A sentence: the finding, and what to do if it is an error. Never contains a secret. */
  readonly detail: string;
}

/** A Director that the console speaks to, with its catalog. Connections open when they are first needed. */
export interface ConnectedDirector {
  readonly director: DirectorPort;
  readonly catalog: Catalog;
  close(): Promise<void>;
}

/** The part of the settings that defines the address. */
export type Target = 'address' | 'catalogUrl';

/** Makes Directors from their settings. */
export abstract class DirectorConnector {
  /** Does not wait for the Director: one that is down neither stops the start nor slows the others. */
  abstract connect(settings: RemoteDirectorSettings): ConnectedDirector;
  /**
   * Tests the settings stage by stage, within some seconds. One finding for each stage; for `staging` only if it is set.
   * `isSaved`: these are the settings of an entry, so its TLS memory applies.
   */
  abstract probe(
    settings: RemoteDirectorSettings,
    signal: AbortSignal,
    isSaved: boolean,
  ): Promise<readonly ProbeFinding[]>;
  /** Which of the two the console does not connect to, as far as their names can be resolved now. */
  abstract rejectedTargets(settings: RemoteDirectorSettings): Promise<readonly Target[]>;
  /** The Directors found in files of this machine. Contacts none of them. AppError director_too_slow if a disk hangs. */
  abstract found(): Promise<readonly FoundDirector[]>;
}
