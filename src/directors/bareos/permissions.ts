import { type DirectorObservation } from '../../domain/director.port.js';
import { SingleFlight } from '../console/single-flight.js';
import { namesIn, type Fields, fieldsOf } from './json-reply.js';
import { directorTime, permittedCommands } from './bareos-commands.js';
import { type SendJson, type BareosConsole, notPermitted, unlessForbidden } from './bareos-console.js';
import { reportsStatusAsJson } from './bareos-mode.js';

/** What this console may do on this Director. */
export interface Permissions {
  readonly version: string;
  /** The Director returns its own status and its schedule as JSON. */
  readonly reportsStatus: boolean;
  /** Commands permitted to this console; null: unknown. */
  readonly commands: ReadonlySet<string> | null;
}

const freshForMs = 60_000;
const restoreNeeds = ['restore', '.clients', '.bvfs_update', '.bvfs_restore', '.bvfs_cleanup'];

/** The commands that each ability requires, in the order of messages. */
const needs = {
  run: ['run', '.jobs', '.defaults'],
  rerun: ['run', '.jobs', '.defaults'],
  restore: restoreNeeds,
  cancel: ['cancel'],
  enable: ['enable', 'disable', '.jobs'],
  'enable-client': ['enable', 'disable', '.clients'],
  'enable-schedule': ['enable', 'disable', '.schedule'],
  schedules: ['.schedule'],
  schedule: ['status'],
  estimate: ['estimate', '.jobs', '.clients', '.filesets'],
  progress: ['.status'],
  log: [],
  files: [],
  volumes: [],
  label: ['label', 'llist', '.pools', '.storages'],
  relabel: ['relabel', 'llist', '.pools', '.storages'],
  'label-barcodes': ['label', '.pools', '.storages'],
  'change-volume': ['update', 'llist', '.pools'],
  prune: ['prune', 'llist'],
  purge: ['purge', 'llist'],
  truncate: ['truncate', 'llist', '.storages'],
  'delete-volume': ['delete', 'llist'],
  'delete-run': ['delete'],
  mount: ['mount', 'unmount', 'release', 'status', '.storages'],
  'update-slots': ['update', '.storages'],
  import: ['import', '.storages'],
  export: ['export', '.storages'],
  relocate: restoreNeeds,
  'restore-job': restoreNeeds,
  'restore-storage': [...restoreNeeds, '.storages'],
  'plugin-options': restoreNeeds,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Ability = keyof typeof needs;

/** Caches the Director's permissions, because a denied command looks like an unknown one. */
export class PermissionsKeeper {
  private readonly known: SingleFlight<Permissions>;

  constructor(console: BareosConsole) {
    this.known = new SingleFlight(freshForMs, () =>
      console.converse({}, async (sendJson, { version }) => ({
        version,
        reportsStatus: reportsStatusAsJson({ version }),
        commands: await readCommands(sendJson),
      })),
    );
  }

  get(): Promise<Permissions> {
    return this.known.get();
  }

  /** The next caller reads again. */
  invalidate(): void {
    this.known.invalidate();
  }
}

export function permits({ commands }: Permissions, command: string): boolean {
  return commands?.has(command) ?? true;
}

/** By the words of the API's routes. */
export function abilitiesOf(permissions: Permissions): readonly string[] {
  return Object.entries(needs)
    .filter(([ability]) => ability !== 'schedule' || permissions.reportsStatus)
    .filter(([, commands]) => commands.every((command) => permits(permissions, command)))
    .map(([ability]) => ability);
}

/** What the features need and the Director does not permit. */
export function missingCommands(permissions: Permissions): readonly string[] {
  const needed = new Set([...Object.values(needs).flat(), directorTime]);
  return [...needed].filter((command) => !permits(permissions, command));
}

export function isAbility(word: string): word is Ability {
  return Object.hasOwn(needs, word);
}

export function isAllowed(permissions: Permissions, ability: Ability): boolean {
  return deniedOf(permissions, ability).length === 0;
}

function deniedOf(permissions: Permissions, ability: Ability): readonly string[] {
  return needs[ability].filter((command) => !permits(permissions, command));
}

/** Rejects (422) what a console may not do before the first of its commands, so that nothing is done partly. */
export function rejectDenied(director: string, permissions: Permissions, ability: Ability): void {
  const denied = deniedOf(permissions, ability);
  if (denied.length > 0) throw notPermitted(director, denied.join(', '));
}

/** One finding for all that the Director denies to this console. */
export function observePermissions(director: string, permissions: Permissions): DirectorObservation[] {
  const denied = missingCommands(permissions).join(', ');
  if (denied === '') return [];
  return [
    {
      id: 'director.commands',
      component: 'configuration',
      status: 'warn',
      code: 'director.commands_denied',
      params: { director, commands: denied },
      value: null,
      unit: null,
      message: `Director ${director} does not allow this console to use ${denied}.`,
      hint: "Actions that need these commands are rejected. Allow them in the console's Command ACL.",
    },
  ];
}

export async function readCommands(sendJson: SendJson): Promise<ReadonlySet<string> | null> {
  const answer = await sendJson(permittedCommands).catch(unlessForbidden(null));
  return answer?.failure === null ? commandsIn(answer.result) : null;
}

/** One member for each command, named by it; newer Directors list the forbidden ones too, with `permission` false. null where there is none. */
export function commandsIn(result: Fields): ReadonlySet<string> | null {
  const entries = Object.entries(result).flatMap(([command, value]) => {
    const about = fieldsOf(value);
    return about !== null && about['permission'] !== false ? [command] : [];
  });
  const commands = new Set([...entries, ...namesIn(result, 'commands')]);
  return commands.size === 0 ? null : commands;
}
