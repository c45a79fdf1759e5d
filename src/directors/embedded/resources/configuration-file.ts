import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../../../platform/timing.js';
import { type ConfigurationFault, faultAt, faultsOf, faultText } from './configuration-faults.js';
import { type Configuration, CurrentResources } from './current-resources.js';
import { directorFileName, writeDefaultDirectorFile } from './director-file.js';
import { parseDirectorYaml } from './parse-director-yaml.js';
import { readResources } from './read-resources.js';
import { describeChanges } from './resource-changes.js';
import { type Resources } from './resources.js';

/** Why the text of director.yaml is not in force. `rejected`: it is valid, and would take backups out of reach. */
export interface ConfigurationProblem {
  readonly kind: 'invalid' | 'rejected' | 'missing';
  readonly faults: readonly ConfigurationFault[];
}

/** Valid definitions that may not replace those in force. */
export class RejectedResources extends Error {
  constructor(readonly faults: readonly Pick<ConfigurationFault, 'place' | 'sentence'>[]) {
    super(faults.map(({ place, sentence }) => `${place}: ${sentence}`).join('\n'));
  }
}

export interface ConfigurationFileOptions {
  /** DATA_DIR. */
  readonly folder: string;
  /** What the first director.yaml protects. */
  readonly programFolder: string;
  readonly directorName: string;
  readonly onNotice: (text: string) => void;
}

/** What was read: the text, or why there is none. */
interface FileRead {
  readonly text: string | null;
  readonly reason: string;
}

/** Puts definitions into force. RejectedResources is final for their text; after any other error it is tried again. */
type Apply = (next: Configuration) => Promise<void>;

/** Between two reads of a start. */
const rereadMs = 200;
const maxReads = 20;
/** What was rejected depends on volumes and folders, which change without the file. */
const retryRejectedMs = 10_000;
const faultsLogged = 5;

/**
 * director.yaml and what of it is in force. A text that is invalid, missing or rejected changes nothing: the configuration before it
 * remains in force, which the catalog has for the next start. The whole file is read each time, because times and notifications of
 * changes are unreliable on network file systems and for editors that rename. A text counts when two reads in a row found it, so
 * that half of a file that is being written does not.
 */
export class ConfigurationFile {
  readonly resources: CurrentResources;
  private readonly file: string;
  private readonly copy: string;
  private found: ConfigurationProblem | null = null;
  private seen: FileRead | null = null;
  private judged: FileRead | null = null;
  private judgedMs = -Infinity;
  private isPolling = false;
  private reported = '';
  private failure = '';
  /** A stored text that was reported once. */
  private unusable: string | null = null;

  /**
   * `stored` is the text that was in force last, as the catalog has it. Without one the file's text is what this process begins with;
   * where there is no file either, the commented default is written.
   */
  constructor(
    private readonly options: ConfigurationFileOptions,
    stored: string | null,
  ) {
    const { folder, programFolder, directorName } = options;
    this.file = join(folder, directorFileName);
    this.copy = join(folder, 'director', 'last-good.yaml');
    if (stored === null && !existsSync(this.file)) writeDefaultDirectorFile(folder, programFolder, directorName);
    this.resources = new CurrentResources(this.storedOf(stored) ?? this.validOf(readNow(this.file)));
  }

  /** null: the text of the file is in force, or was not read yet. */
  get problem(): ConfigurationProblem | null {
    return this.found;
  }

  /** What another process, which runs the jobs, has put into force. */
  follow(stored: string | null): void {
    if (stored === null || stored === this.resources.text) return;
    const configuration = this.storedOf(stored);
    if (configuration !== null) this.resources.replace(configuration);
  }

  /** Reads the file when this process takes over the catalog, while nothing runs. `reject` throws RejectedResources. */
  async refresh(stored: string | null, reject: (next: Configuration) => Promise<void>): Promise<void> {
    this.follow(stored);
    await this.judge(await this.readTwice(), async (next) => {
      if (this.resources.isKnown) await reject(next);
      this.resources.replace(next);
    });
  }

  /** Called each second by the process that runs the jobs. Never throws. */
  async poll(apply: Apply): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      await this.checkOnce(apply);
      this.failure = '';
    } catch (error) {
      if (this.failure === String(error)) return;
      this.failure = String(error);
      this.options.onNotice(`Could not take over director.yaml: ${this.failure}; will retry`);
    } finally {
      this.isPolling = false;
    }
  }

  private async checkOnce(apply: Apply): Promise<void> {
    const read = await readLater(this.file);
    const isStable = isSame(read, this.seen);
    this.seen = read;
    if (!isStable) return;
    const isRetryDue = this.found?.kind === 'rejected' && performance.now() - this.judgedMs >= retryRejectedMs;
    if (isSame(read, this.judged) && !isRetryDue) return;
    await this.judge(read, apply);
  }

  private async judge(read: FileRead, apply: Apply): Promise<void> {
    this.note(read.text === null ? missing(read) : await this.put(read.text, apply));
    this.judged = read;
    this.judgedMs = performance.now();
  }

  /** Puts the text into force, or returns why not. */
  private async put(text: string, apply: Apply): Promise<ConfigurationProblem | null> {
    if (text === this.resources.text) return null;
    let resources: Resources;
    try {
      resources = readResources(text, this.options.directorName);
    } catch (error) {
      return { kind: 'invalid', faults: faultsOf(error) };
    }
    const { current: before, isKnown } = this.resources;
    try {
      await apply({ text, resources });
    } catch (error) {
      if (!(error instanceof RejectedResources)) throw error;
      const yaml = parseDirectorYaml(text);
      return { kind: 'rejected', faults: error.faults.map(({ place, sentence }) => faultAt(yaml, place, sentence)) };
    }
    const changes = isKnown ? describeChanges(before, resources) : '';
    this.options.onNotice(`Took over director.yaml${changes === '' ? '' : `: ${changes}`}.`);
    return null;
  }

  private note(problem: ConfigurationProblem | null): void {
    this.found = problem;
    this.keepCopy(problem);
    const text = problem === null ? '' : problemText(problem, this.resources.isKnown);
    if (text !== this.reported) this.options.onNotice(text === '' ? 'director.yaml is valid and in force.' : text);
    this.reported = text;
  }

  /** While the file is not in force, a copy of what is in force is beside it, to compare and to restore. */
  private keepCopy(problem: ConfigurationProblem | null): void {
    const { text } = this.resources;
    try {
      if (problem === null || text === null) {
        rmSync(this.copy, { force: true });
        return;
      }
      writeFileSync(`${this.copy}.new`, text, { mode: 0o600 });
      renameSync(`${this.copy}.new`, this.copy);
    } catch (error) {
      this.options.onNotice(`Could not write ${this.copy}: ${String(error)}`);
    }
  }

  private storedOf(text: string | null): Configuration | null {
    if (text === null || text === this.unusable) return null;
    try {
      return { text, resources: readResources(text, this.options.directorName) };
    } catch (error) {
      const faults = faultsOf(error).map(faultText).join('; ');
      this.unusable = text;
      this.options.onNotice(`This version of the console cannot use the last valid configuration: ${faults}`);
      return null;
    }
  }

  /** What is wrong with the file is reported when this process takes over the catalog. */
  private validOf({ text }: FileRead): Configuration | null {
    try {
      return text === null ? null : { text, resources: readResources(text, this.options.directorName) };
    } catch (error) {
      // Throws what is no fault of the file.
      faultsOf(error);
      return null;
    }
  }

  /** A file that may be in the middle of being written is waited for. */
  private async readTwice(): Promise<FileRead> {
    let read = await readLater(this.file);
    for (let reads = 1; read.text !== this.resources.text && reads < maxReads; reads += 1) {
      await sleep(rereadMs, { ref: false });
      const again = await readLater(this.file);
      if (isSame(again, read)) break;
      read = again;
    }
    return read;
  }
}

function isSame(one: FileRead, other: FileRead | null): boolean {
  return other !== null && one.text === other.text && one.reason === other.reason;
}

function readNow(file: string): FileRead {
  try {
    return { text: readFileSync(file, 'utf8'), reason: '' };
  } catch (error) {
    return { text: null, reason: reasonOf(error) };
  }
}

async function readLater(file: string): Promise<FileRead> {
  try {
    return { text: await readFile(file, 'utf8'), reason: '' };
  } catch (error) {
    return { text: null, reason: reasonOf(error) };
  }
}

function missing({ reason }: FileRead): ConfigurationProblem {
  return { kind: 'missing', faults: [{ place: '', sentence: reason, line: null, column: null }] };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code ?? message})`;
}

const openings = {
  invalid: 'director.yaml is not valid',
  rejected: 'director.yaml would take backups out of reach',
  missing: 'director.yaml is missing',
} as const;

function problemText({ kind, faults }: ConfigurationProblem, isKnown: boolean): string {
  const result = isKnown ? 'The last valid configuration remains in force.' : 'No job runs until it is valid.';
  const more = faults.length - faultsLogged;
  const shown = faults.slice(0, faultsLogged).map(faultText).join('; ');
  return `${openings[kind]}. ${result} ${shown}${more > 0 ? `; and ${more} more` : ''}`;
}
