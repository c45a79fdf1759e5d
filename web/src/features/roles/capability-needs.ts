import { type Capability } from './all-roles';

/** What the page asks for before it lets somebody use a capability. The API itself asks for none but the one of the route. */
const neededFor: Readonly<Partial<Record<Capability, Capability>>> = {
  'jobs:run': 'jobs:read',
  'jobs:cancel': 'jobs:read',
  'jobs:control': 'jobs:read',
  'restore:run': 'restore:browse',
  'restore:anywhere': 'restore:run',
  'restore:download': 'restore:browse',
  'restore:commands': 'restore:run',
  'directors:control': 'directors:read',
  'directors:manage': 'directors:read',
  'directors:console': 'directors:control',
  'media:manage': 'media:read',
  'media:destroy': 'media:read',
  'tokens:all': 'tokens:own',
  'monitoring:manage': 'monitoring:read',
  'notifications:manage': 'notifications:read',
};

export function neededBy(capability: Capability): Capability | undefined {
  return neededFor[capability];
}

/** The chosen ones whose need is not chosen. */
export function unmet(
  chosen: ReadonlySet<Capability>,
): readonly (readonly [capability: Capability, needs: Capability])[] {
  return [...chosen].flatMap((capability) => {
    const needs = neededFor[capability];
    return needs === undefined || chosen.has(needs) ? [] : [[capability, needs] as const];
  });
}
