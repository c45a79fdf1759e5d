import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One entry of DIRECTORS_FILE. */
export interface DirectorSetting {
  readonly name: string;
  readonly kind: 'embedded';
  readonly isDefault: boolean;
}

const onlyEmbedded: readonly DirectorSetting[] = [{ name: 'embedded', kind: 'embedded', isDefault: true }];

const knownMembers: ReadonlySet<string> = new Set(['name', 'kind', 'default']);
const directorName = /^[A-Za-z0-9][A-Za-z0-9 ._:-]{0,126}$/;

/** Reads `directors: [{name, kind, default}]`. Throws an Error whose sentence names the file, the entry and the fault. */
export function readDirectorsFile(file: string | null): readonly DirectorSetting[] {
  if (file === null) return onlyEmbedded;
  const entries = entriesOf(file, contentOf(file));
  const settings = entries.map((entry, index) => settingOf(entry, `DIRECTORS_FILE ${file}: directors[${index}]`));
  return withDefault(settings, file);
}

function contentOf(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`DIRECTORS_FILE ${file}: ${(cause as Error).message}`, { cause });
  }
}

function entriesOf(file: string, content: unknown): readonly unknown[] {
  const list = (content as { directors?: unknown } | null)?.directors;
  if (Array.isArray(list) && list.length > 0) return list as unknown[];
  throw new Error(
    `DIRECTORS_FILE ${file}: it must hold a list \`directors\` with at least one entry, for example {name: embedded, kind: embedded}.`,
  );
}

function settingOf(entry: unknown, place: string): DirectorSetting {
  if (typeof entry !== 'object' || entry === null) throw new Error(`${place} must be an entry with name and kind.`);
  const strange = Object.keys(entry).find((member) => !knownMembers.has(member));
  if (strange !== undefined) throw new Error(`${place}.${strange} is not known; known are name, kind and default.`);
  const { name, kind, default: isDefault = false } = entry as Record<string, unknown>;
  if (typeof name !== 'string' || !directorName.test(name)) {
    throw new Error(
      `${place}.name must be a name of letters, digits, spaces and . _ : - that begins with a letter or digit.`,
    );
  }
  if (kind !== 'embedded') throw new Error(`${place}.kind must be embedded; this version speaks to no other kind.`);
  if (typeof isDefault !== 'boolean') throw new Error(`${place}.default must be true or false.`);
  return { name, kind, isDefault };
}

function withDefault(settings: readonly DirectorSetting[], file: string): readonly DirectorSetting[] {
  const names = settings.map((setting) => setting.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`DIRECTORS_FILE ${file}: the name ${twice} stands twice.`);
  if (settings.length > 1) throw new Error(`DIRECTORS_FILE ${file}: only one Director of kind embedded is possible.`);
  return settings.map((setting, index) => ({ ...setting, isDefault: index === 0 }));
}
