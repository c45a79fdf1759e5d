import { sep } from 'node:path';
import { type ConfigurationFinding, type FindingCode } from '../../../domain/configuration.port.js';
import { type MessageParams } from '../../../domain/error-codes.js';
import { faultAt } from '../resources/configuration-faults.js';
import { excludePatternsOf } from '../resources/exclude-presets.js';
import { compileExcludes } from '../resources/globs.js';
import { type DirectorYaml } from '../resources/parse-director-yaml.js';
import { newNameOf, type Renames } from '../resources/renames.js';
import { type Resources, type FilesetResource, type StorageResource } from '../resources/resources.js';
import { EmbeddedSchedule } from '../resources/schedule.js';

/** Valid definitions, and those that they replace. */
interface Judged {
  readonly before: Resources;
  readonly after: Resources;
  readonly renames: Renames;
  readonly now: Date;
  /** DATA_DIR, which no backup reads. */
  readonly dataFolder: string;
}

/** Found where nothing was known of it yet. */
export interface PlainFinding {
  readonly severity: ConfigurationFinding['severity'];
  readonly code: FindingCode;
  readonly place: string;
  readonly message: string;
  readonly params: MessageParams;
}

/**
 * What is wrong or unusual in definitions that can be read. An error was not there before: what is in force already is a warning, so
 * that it does not keep other changes from being made. References cannot form a cycle: jobs refer to resources, and verify jobs to
 * backup jobs only.
 */
export function findingsOf(judged: Judged): readonly PlainFinding[] {
  const { before, after, now, dataFolder, renames } = judged;
  const found = faultyParts(after, now, dataFolder);
  if (found.length === 0) return [];
  const known = new Set(faultyParts(before, now, dataFolder).map((part) => keyOf(part, renames)));
  return found.map((part): PlainFinding => {
    const { code, place, message, params } = part;
    return { severity: known.has(keyOf(part, [])) ? 'warning' : 'error', code, place, message, params };
  });
}

/** With the line and column of its place in the text. */
export function placed(finding: PlainFinding, yaml: DirectorYaml): ConfigurationFinding {
  const { line, column } = faultAt(yaml, finding.place, finding.message);
  return { ...finding, line, column };
}

/** Includes that the definitions before did not have: the runs of the others show whether they exist. */
export function newIncludes(
  before: Resources,
  after: Resources,
): readonly { readonly place: string; readonly path: string }[] {
  const known = new Set(before.filesets.flatMap(({ include }) => include));
  return after.filesets.flatMap(({ include }, fileset) =>
    include.flatMap((path) => (known.has(path) ? [] : [{ place: `filesets[${fileset}].include`, path }])),
  );
}

export function missingPath(place: string, path: string): PlainFinding {
  const message = `${path} does not exist on this machine. A run warns of it`;
  return { severity: 'warning', code: 'path_missing', place, message, params: { path } };
}

type Part = Omit<PlainFinding, 'severity'> & {
  /** Types and names of the resources, and what else distinguishes this finding from others. */
  readonly of: readonly (readonly [type: 'storage' | 'fileset' | 'schedule' | 'value', name: string])[];
};

function keyOf({ code, of }: Part, renames: Renames): string {
  const names = of.map(([type, name]) => (type === 'value' ? name : newNameOf(renames, type, name)));
  return JSON.stringify([code, ...names]);
}

function faultyParts(resources: Resources, now: Date, dataFolder: string): readonly Part[] {
  return [...silentStarts(resources, now), ...overlappingStorages(resources), ...crossedFolders(resources, dataFolder)];
}

function silentStarts(resources: Resources, now: Date): readonly Part[] {
  const never = new EmbeddedSchedule(resources).neverStarting(now);
  return resources.schedules.flatMap(({ name, starts }, index) =>
    starts.flatMap(({ at }, start): Part[] => {
      if (!never.some((one) => one.schedule === name && one.at === at)) return [];
      return [
        {
          code: 'schedule_never_starts',
          place: `schedules[${index}].starts[${start}].at`,
          message: `${at} never occurs: no date matches it`,
          params: { schedule: name, at },
          of: [
            ['schedule', name],
            ['value', at],
          ],
        },
      ];
    }),
  );
}

/** Each storage with those before it in the file. */
function overlappingStorages({ storages }: Resources): readonly Part[] {
  return storages.flatMap((storage, index) =>
    storages.slice(0, index).flatMap((other): Part[] => {
      if (!isWithin(storage.folder, other.folder) && !isWithin(other.folder, storage.folder)) return [];
      const relation =
        storage.folder === other.folder
          ? `is also the folder of storage ${other.name}`
          : `overlaps with the folder ${other.folder} of storage ${other.name}`;
      return [
        {
          code: 'storage_folders_overlap',
          place: `storages[${index}].folder`,
          message: `${storage.folder} ${relation}. Use folders that do not contain each other`,
          params: { storage: storage.name, folder: storage.folder, other: other.name, otherFolder: other.folder },
          of: [
            ['storage', storage.name],
            ['storage', other.name],
          ],
        },
      ];
    }),
  );
}

/** A backup never reads a storage: a source in one is empty, and one around it needs the exclude for all to see. */
function crossedFolders({ filesets, storages }: Resources, dataFolder: string): readonly Part[] {
  return filesets.flatMap((fileset, index) =>
    fileset.include.flatMap((path) =>
      storages.flatMap((storage): Part[] => {
        const place = `filesets[${index}].include`;
        const params = { fileset: fileset.name, path, storage: storage.name, folder: storage.folder };
        const of = [
          ['fileset', fileset.name],
          ['storage', storage.name],
          ['value', path],
        ] as const;
        if (isWithin(path, storage.folder)) {
          const message = `${path} is inside the folder ${storage.folder} of storage ${storage.name}, which is never backed up`;
          return [{ code: 'source_inside_storage', place, message, params, of }];
        }
        if (!isWithin(storage.folder, path) || isWithin(storage.folder, dataFolder) || excludes(fileset, storage))
          return [];
        const message = `${path} contains the folder ${storage.folder} of storage ${storage.name}, which is never backed up. Use a storage on another disk, or exclude ${storage.folder}`;
        return [{ code: 'storage_inside_source', place, message, params, of }];
      }),
    ),
  );
}

/** The folder itself, one above it, or all that is in it. */
function excludes(fileset: FilesetResource, { folder }: StorageResource): boolean {
  const patterns = compileExcludes(excludePatternsOf(fileset));
  const parts = folder.split(sep);
  const paths = parts.map((_, end) => parts.slice(0, end + 1).join(sep)).filter((path) => path !== '');
  return (
    paths.some((path) => patterns.matches(Buffer.from(path), true)) || patterns.matchesContentOf(Buffer.from(folder))
  );
}

/** Of absolute paths without `.` and `..`: each source is compared with each storage, and `relative` would take seconds for thousands. */
function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
