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
] as const;

export type Capability = (typeof capabilities)[number];

/** What a route asks for: one capability, or only that somebody is signed in. */
export type RequiredCapability = Capability | 'authenticated';

export const builtInRoles = ['admin', 'operator', 'readonly'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

const readonlyCapabilities: readonly Capability[] = [
  ...capabilities.filter((capability) => capability.endsWith(':read') && capability !== 'audit:read'),
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

const knownWords: ReadonlySet<string> = new Set(capabilities);

export function isCapability(word: string): word is Capability {
  return knownWords.has(word);
}

export function isBuiltInRole(name: string): name is BuiltInRole {
  return (builtInRoles as readonly string[]).includes(name);
}

/** What a role of this name lets people do; `custom` are the stored words of a role that is not built in. */
export function capabilitiesOfRole(name: string, custom: readonly string[] | null): ReadonlySet<Capability> {
  // A stored word that this version does not know grants nothing.
  return new Set(isBuiltInRole(name) ? capabilitiesOfBuiltInRole[name] : (custom ?? []).filter(isCapability));
}

/** The first capability of `wanted` that `held` lacks, or null: nobody can hand on more than they have. */
export function firstLacking(wanted: Iterable<Capability>, held: ReadonlySet<Capability>): Capability | null {
  for (const capability of wanted) if (!held.has(capability)) return capability;
  return null;
}
