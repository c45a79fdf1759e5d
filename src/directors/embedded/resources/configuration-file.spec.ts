import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigurationFile, type Force, RejectedResources } from './configuration-file.js';
import { type Configuration } from './current-resources.js';
import { readResources } from './read-resources.js';

const yaml = (job: string): string => `clients: [{ name: local }]
storages: [{ name: Local, folder: /var/backups }]
pools: [{ name: Default }]
filesets: [{ name: Home, include: [/home] }]
jobs:
  - { name: ${job}, client: local, fileset: Home, storage: Local, pool: Default }
`;

let folder: string;
let notices: string[];
let hasHistory: boolean;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'configuration-file-'));
  mkdirSync(join(folder, 'director'));
  notices = [];
  hasHistory = true;
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (): string => join(folder, 'director.yaml');
const copy = (): string => join(folder, 'director', 'last-good.yaml');
const save = (text: string): void => writeFileSync(path(), text);
const onNotice = (text: string): void => void notices.push(text);

function open(stored: string | null = null): ConfigurationFile {
  return new ConfigurationFile({ folder, programFolder: '/opt/console', directorName: 'embedded', onNotice }, stored);
}

const jobsOf = ({ resources }: ConfigurationFile): string[] => resources.current.jobs.map(({ name }) => name);
/** Nothing is rejected; `hasHistory`: every text was in force before. */
const force = (apply: () => Promise<void> = () => Promise.resolve()): Force => ({
  apply,
  wasInForce: () => Promise.resolve(hasHistory),
});

/** What was put into force by polls; `reject` is thrown instead. */
function follow(file: ConfigurationFile, reject: () => Error | null = () => null) {
  const applied: string[] = [];
  const apply = async (next: Configuration): Promise<void> => {
    await Promise.resolve();
    const error = reject();
    if (error) throw error;
    applied.push(next.resources.jobs[0]?.name ?? '');
    file.resources.replace(next);
  };
  return { applied, poll: () => file.poll({ ...force(), apply }), apply };
}

async function started(text: string): Promise<ConfigurationFile> {
  save(text);
  const file = open();
  await file.refresh(null, force());
  return file;
}

describe('a start', () => {
  test('writes the commented file where there never was one, and leaves it alone later', () => {
    expect(jobsOf(open())).toEqual(['BackupConsole']);
    const text = readFileSync(path(), 'utf8');
    expect(text).toContain('# - name: BackupHome');
    save(yaml('Mine'));
    expect(jobsOf(open())).toEqual(['Mine']);
  });

  test('with an invalid file goes on with the text of before, and says what is wrong with line and column', async () => {
    save(yaml('New').replace('fileset: Home', 'fileset: Nope'));
    const file = open(yaml('Old'));
    await file.refresh(yaml('Old'), force());
    expect(jobsOf(file)).toEqual(['Old']);
    expect(file.problem).toMatchObject({
      kind: 'invalid',
      faults: [{ place: 'jobs[0].fileset', line: 6, column: 33 }],
    });
    expect(notices).toEqual([
      'director.yaml is not valid. The last valid configuration remains in force. jobs[0].fileset: there is no fileset named Nope (line 6, column 33)',
    ]);
    expect(readFileSync(copy(), 'utf8')).toBe(yaml('Old'));
    expect(statSync(copy()).mode & 0o777).toBe(0o600);
  });

  test('with an invalid file and nothing before runs nothing', async () => {
    save('jobs: [');
    const file = open();
    await file.refresh(null, force());
    expect(file.resources.isKnown).toBe(false);
    expect(file.problem?.faults).toMatchObject([{ place: '', line: 1 }]);
    expect(notices.join()).toContain('No job runs until it is valid.');
  });

  test('without its file goes on with the text of before, and writes no default', async () => {
    const file = open(yaml('Old'));
    await file.refresh(yaml('Old'), force());
    expect(jobsOf(file)).toEqual(['Old']);
    expect(file.problem).toMatchObject({ kind: 'missing', faults: [{ sentence: 'the file does not exist' }] });
    expect(existsSync(path())).toBe(false);
  });

  test('takes a changed file, unless that may not replace the text of before', async () => {
    save(yaml('New'));
    const file = open(yaml('Old'));
    const fault = { place: 'storages[0].folder', sentence: 'has volumes' };
    await file.refresh(
      yaml('Old'),
      force(() => Promise.reject(new RejectedResources([fault]))),
    );
    expect([jobsOf(file), file.problem?.kind]).toEqual([['Old'], 'rejected']);
    await file.refresh(yaml('Old'), force());
    expect([jobsOf(file), file.problem]).toEqual([['New'], null]);
    expect(existsSync(copy())).toBe(false);
  });

  test('that takes over from another process begins with what that one had in force', async () => {
    save('jobs: [');
    const file = open(yaml('Old'));
    await file.refresh(yaml('Newer'), force());
    expect(jobsOf(file)).toEqual(['Newer']);
  });
});

describe('a change', () => {
  test('is taken when two reads in a row found it, and once', async () => {
    const file = await started(yaml('One'));
    const { applied, poll } = follow(file);
    save(yaml('Tw'));
    await poll();
    save(yaml('Two'));
    await poll();
    expect(applied).toEqual([]);
    await poll();
    await poll();
    expect(applied).toEqual(['Two']);
    expect(notices).toEqual(['Took over director.yaml: jobs added: Two; jobs removed: One.']);
  });

  test('that is invalid is reported once, and the report ends with the error', async () => {
    const file = await started(yaml('One'));
    const { applied, poll } = follow(file);
    save(`${yaml('Two')}oops`);
    for (let times = 0; times < 4; times += 1) await poll();
    expect(notices).toHaveLength(1);
    expect([file.problem?.kind, jobsOf(file), applied]).toEqual(['invalid', ['One'], []]);
    expect(readFileSync(copy(), 'utf8')).toBe(yaml('One'));
    save(yaml('One'));
    for (let times = 0; times < 2; times += 1) await poll();
    expect([file.problem, applied, existsSync(copy())]).toEqual([null, [], false]);
    expect(notices.at(-1)).toBe('director.yaml is valid and in force.');
  });

  test('that could not be stored is tried again, and reported once', async () => {
    const file = await started(yaml('One'));
    let isAway = true;
    const { applied, poll } = follow(file, () => (isAway ? new Error('the catalog is away') : null));
    save(yaml('Two'));
    for (let times = 0; times < 4; times += 1) await poll();
    expect(notices).toEqual(['Could not take over director.yaml: Error: the catalog is away; will retry']);
    isAway = false;
    await poll();
    expect(applied).toEqual(['Two']);
  });

  test('of another process is followed', async () => {
    const file = await started(yaml('One'));
    file.follow(yaml('Two'));
    expect(jobsOf(file)).toEqual(['Two']);
    for (let times = 0; times < 2; times += 1) file.follow('jobs: [');
    expect(jobsOf(file)).toEqual(['Two']);
    expect(notices).toHaveLength(1);
    file.follow(null);
    expect(jobsOf(file)).toEqual(['Two']);
  });

  test('is described by names, of which ten are shown', async () => {
    const many = (count: number): string => {
      const names = Array.from({ length: count }, (_, index) => `{ name: c${index} }`);
      return yaml('One').replace('{ name: local }', ['{ name: local }', ...names].join(', '));
    };
    const file = await started(many(0));
    const { poll } = follow(file);
    save(
      `director: { timezone: Asia/Tokyo }\n${many(12).replace('name: Default }', 'name: Default, retention: 1 day }')}`,
    );
    for (let times = 0; times < 2; times += 1) await poll();
    expect(notices).toEqual([
      'Took over director.yaml: clients added: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 2 more; pools changed: Default; time zone of the schedules: Asia/Tokyo.',
    ]);
  });
});

const text = (): string => readFileSync(path(), 'utf8');
const configurationOf = (content: string): Configuration => ({
  text: content,
  resources: readResources(content, 'embedded'),
});

/** Replaces One by Two; `during` happens while Two is put into force. */
function replaceOne(file: ConfigurationFile, during: (rejectChanged: () => void) => void = () => undefined) {
  return file.replace(yaml('One'), configurationOf(yaml('Two')), async (next, rejectChanged) => {
    await Promise.resolve();
    during(rejectChanged);
    file.resources.replace(next);
  });
}

describe('a replacement', () => {
  test('puts the text into force and then into the file, whose mode stays', async () => {
    const file = await started(yaml('One'));
    chmodSync(path(), 0o640);
    await replaceOne(file, () => expect(text()).toBe(yaml('One')));
    expect([jobsOf(file), text()]).toEqual([['Two'], yaml('Two')]);
    expect(statSync(path()).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(['director', 'director.yaml']);
    const { applied, poll } = follow(file);
    for (let times = 0; times < 3; times += 1) await poll();
    expect([applied, file.problem]).toEqual([[], null]);
  });

  test('replaces the file that a link names', async () => {
    save(yaml('One'));
    renameSync(path(), join(folder, 'real.yaml'));
    symlinkSync('real.yaml', path());
    const file = open();
    await replaceOne(file);
    expect(lstatSync(path()).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toBe(yaml('Two'));
  });

  test('changes nothing where the file was edited before, or while it is put into force', async () => {
    const file = await started(yaml('One'));
    save(yaml('Mine'));
    const changed = { code: 'changed_meanwhile' };
    await expect(replaceOne(file)).rejects.toMatchObject(changed);
    save(yaml('One'));
    const edited = replaceOne(file, (rejectChanged) => {
      save(yaml('Mine'));
      rejectChanged();
    });
    await expect(edited).rejects.toMatchObject(changed);
    expect([jobsOf(file), text()]).toEqual([['One'], yaml('Mine')]);
    expect(readdirSync(folder).sort()).toEqual(['director', 'director.yaml']);
  });

  test('leaves a file alone that was edited in the last moment, which is then taken over', async () => {
    const file = await started(yaml('One'));
    await replaceOne(file, () => save(yaml('Mine')));
    expect([jobsOf(file), text()]).toEqual([['Two'], yaml('Mine')]);
    const { applied, poll } = follow(file);
    for (let times = 0; times < 2; times += 1) await poll();
    expect(applied).toEqual(['Mine']);
  });

  test('rejects a folder in which nothing can be written, and changes nothing', async () => {
    const file = await started(yaml('One'));
    mkdirSync(join(folder, '.director.yaml.new', 'full'), { recursive: true });
    await expect(replaceOne(file)).rejects.toMatchObject({
      code: 'conflict',
      extras: { reason: 'configuration_not_writable' },
    });
    expect([jobsOf(file), text()]).toEqual([['One'], yaml('One')]);
  });
});

describe('a file that was not written after a change', () => {
  /** As a process leaves it that is killed after the change came into force. */
  const killed = async (): Promise<ConfigurationFile> => {
    await started(yaml('One'));
    return open(yaml('Two'));
  };

  test('is written at the next start', async () => {
    const file = await killed();
    await file.refresh(yaml('Two'), force());
    expect([jobsOf(file), text()]).toEqual([['Two'], yaml('Two')]);
    expect(notices).toEqual(['Wrote the configuration in force to director.yaml.']);
  });

  test('is written by a later poll if it cannot be now', async () => {
    const file = await killed();
    const obstacle = join(folder, '.director.yaml.new', 'full');
    mkdirSync(obstacle, { recursive: true });
    await file.refresh(yaml('Two'), force());
    expect([jobsOf(file), text(), file.problem?.kind]).toEqual([['Two'], yaml('One'), 'unwritten']);
    expect(readFileSync(copy(), 'utf8')).toBe(yaml('Two'));
    rmSync(join(folder, '.director.yaml.new'), { recursive: true });
    await file.refresh(yaml('Two'), force());
    expect([text(), file.problem, existsSync(copy())]).toEqual([yaml('Two'), null, false]);
  });

  test('is taken over where it was edited since', async () => {
    const file = await killed();
    save(yaml('Mine'));
    await file.refresh(yaml('Two'), force());
    expect([jobsOf(file), text()]).toEqual([['Mine'], yaml('Mine')]);
  });

  test('is taken over where the catalog never had it: the catalog was restored to an earlier time', async () => {
    const file = await killed();
    hasHistory = false;
    await file.refresh(yaml('Two'), force());
    expect([jobsOf(file), text()]).toEqual([['One'], yaml('One')]);
  });
});

test('a text from before that is restored by hand is taken over, and not taken for one that was not written', async () => {
  const file = await started(yaml('One'));
  await replaceOne(file);
  save(yaml('One'));
  const { applied, poll } = follow(file);
  for (let times = 0; times < 2; times += 1) await poll();
  expect([applied, text()]).toEqual([['One'], yaml('One')]);
});

test('the state shows the file as it is now, before it is taken over', async () => {
  const file = await started(yaml('One'));
  expect(await file.readState()).toEqual({ text: yaml('One'), problem: null });
  save('jobs: [');
  expect(await file.readState()).toEqual({ text: 'jobs: [', problem: null });
  const { poll } = follow(file);
  for (let times = 0; times < 2; times += 1) await poll();
  expect((await file.readState()).problem?.kind).toBe('invalid');
  rmSync(path());
  expect((await file.readState()).problem?.kind).toBe('missing');
});
