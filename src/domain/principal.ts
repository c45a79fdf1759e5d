import { AppError, type ErrorCode } from './error-codes.js';

export const capabilities = [
  'jobs:read',
  'jobs:run',
  'jobs:cancel',
  'jobs:control',
  'restore:browse',
  'restore:run',
  'restore:anywhere',
  'restore:download',
  'restore:commands',
  'directors:read',
  'directors:control',
  'directors:manage',
  'directors:console',
  'media:read',
  'media:manage',
  'media:destroy',
  'stats:read',
  'tokens:own',
  'tokens:all',
  'audit:read',
  'monitoring:read',
  'monitoring:manage',
  'notifications:read',
  'notifications:manage',
  'users:manage',
  'roles:manage',
  'configuration:read',
  'configuration:write',
  'configuration:apply',
] as const;

export type Capability = (typeof capabilities)[number];

/** What a route requires: one capability, or only a login. */
export type RequiredCapability = Capability | 'authenticated';

export const builtInRoles = ['admin', 'operator', 'readonly'] as const;
type BuiltInRole = (typeof builtInRoles)[number];

/** What only `admin` may read, of the built-in roles. */
const confidential: readonly Capability[] = ['audit:read', 'configuration:read'];

const readonlyCapabilities: readonly Capability[] = [
  ...capabilities.filter((capability) => capability.endsWith(':read') && !confidential.includes(capability)),
  'restore:browse',
  'tokens:own',
];

const operatorCapabilities: readonly Capability[] = [
  ...readonlyCapabilities,
  'jobs:run',
  'jobs:cancel',
  'jobs:control',
  'restore:run',
  'directors:control',
  'media:manage',
  'monitoring:manage',
];

export const capabilitiesOfBuiltInRole: Readonly<Record<BuiltInRole, readonly Capability[]>> = {
  admin: capabilities,
  operator: operatorCapabilities,
  readonly: readonlyCapabilities,
};

const capabilityNames: ReadonlySet<string> = new Set(capabilities);

export function isCapability(word: string): word is Capability {
  return capabilityNames.has(word);
}

export function isBuiltInRole(name: string): name is BuiltInRole {
  return (builtInRoles as readonly string[]).includes(name);
}

/** What a role of this name lets people do; `custom` are the stored words of a role that is not built in. */
export function capabilitiesOfRole(name: string, custom: readonly string[] | null): ReadonlySet<Capability> {
  // A stored word that this version does not know grants nothing.
  return new Set(isBuiltInRole(name) ? capabilitiesOfBuiltInRole[name] : (custom ?? []).filter(isCapability));
}

/** The first capability of `wanted` that is missing in `held`, or null: a caller cannot grant more than they have. */
export function firstMissing(wanted: Iterable<Capability>, held: ReadonlySet<Capability>): Capability | null {
  for (const capability of wanted) if (!held.has(capability)) return capability;
  return null;
}

/**
 * What part of a Director a caller may see and touch. Every port call takes one, so that limiting a role to some jobs
 * or clients later touches no feature. Today every caller's scope is everything.
 */
export interface Scope {
  readonly jobs: 'all';
  readonly clients: 'all';
}

export const fullScope: Scope = { jobs: 'all', clients: 'all' };

/** The caller, as authenticated by this request's credential. */
export interface Principal {
  readonly kind: 'session' | 'token';
  /** The signed-in person, or the token's owner. */
  readonly user: { readonly id: string; readonly username: string };
  readonly role: string;
  readonly capabilities: ReadonlySet<Capability>;
  readonly scope: Scope;
  readonly session?: { readonly id: string; readonly expiresAt: Date };
  readonly token?: {
    readonly id: string;
    readonly name: string;
    /** null: it does not expire. */
    readonly expiresAt: Date | null;
  };
  readonly ip: string;
  readonly userAgent: string;
}

/** The key under which limits and idempotency records are kept: the person of a session, else the token. */
export function callerKey(principal: Principal): string {
  return principal.token ? `token:${principal.token.id}` : `user:${principal.user.id}`;
}

/** Of the user or token that a key is of. */
export function idOfCaller(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

/** How many of one thing each caller has under way in this process. */
export class CallerLimit {
  private readonly counts = new Map<string, number>();

  /** `detail` is the message for a caller who has `most` of them already. */
  constructor(
    private readonly most: number,
    private readonly code: ErrorCode,
    private readonly detail: string,
  ) {}

  /** Counts one more and returns how to take it off, once. AppError with the code of this limit. */
  enter(principal: Principal): () => void {
    const caller = callerKey(principal);
    const count = this.counts.get(caller) ?? 0;
    if (count >= this.most) throw new AppError(this.code, this.detail, { retryAfterSeconds: 5 });
    this.counts.set(caller, count + 1);
    return () => {
      const left = (this.counts.get(caller) ?? 1) - 1;
      if (left > 0) this.counts.set(caller, left);
      else this.counts.delete(caller);
    };
  }
}
