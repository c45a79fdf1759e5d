import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../domain/error-codes.js';
import { sleep } from '../../../platform/timing.js';
import { type ConfigurationFault, faultAt, faultsOf, faultText } from './configuration-faults.js';
import { type Configuration, CurrentResources } from './current-resources.js';
import { directorFileName, writeDefaultDirectorFile } from './director-file.js';
import { parseDirectorYaml } from './parse-director-yaml.js';
import { readResources } from './read-resources.js';
import { FileReplacement } from './file-replacement.js';
import { revisionOf } from './configuration-revision.js';
import { describeChanges } from './resource-changes.js';
import { type Resources } from './resources.js';

/**
 * Why the text of director.yaml is not in force. `rejected`: it is valid, and would take backups out of reach. `unwritten`: what is in
 * force is newer, and could not be written to it.
 */
export interface ConfigurationProblem {
  readonly kind: 'invalid' | 'rejected' | 'missing' | 'unwritten';
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

export interface Force {
  /** Puts definitions into force. RejectedResources is final for their text; after any other error it is tried again. */
  readonly apply: (next: Configuration) => Promise<void>;
  /** Whether a text of this revision was in force at any time. */
  readonly wasInForce: (revision: string) => Promise<boolean>;
}

/** What director.yaml has now. */
export interface FileState {
  /** null: there is no such file. */
  readonly text: string | null;
  /** null: the text is in force, or is about to be taken over. */
  readonly problem: ConfigurationProblem | null;
}

/** Between two reads of a start. */
const rereadMs = 200;
const maxReads = 20;
/** What was rejected depends on volumes and folders, which change without the file; so does whether it can be written. */
const retryMs = 10_000;
const faultsLogged = 5;

/**
 * director.yaml and what of it is in force. A text that is invalid, missing or rejected changes nothing: the configuration before it
 * remains in force, which the catalog has for the next start. The whole file is read each time, because times and notifications of
 * changes are unreliable on network file systems and for editors that rename. A text counts when two reads in a row found it, so
 * that half of a file that is being written does not.
 *
 * A change by the console is put into force first and written second, so that one transaction of the catalog decides about it. Until
 * then the file has what was in force before, and was not edited: it gets the new text, also at the next start, and also if another
 * process made the change. A file that was edited is never overwritten.
 */
export class ConfigurationFile {
  readonly resources: CurrentResources;
  private readonly file: string;
  private readonly copy: string;
  /** Has the revision of the last text that was both in the file and in force. */
  private readonly markFile: string;
  private mark: string | null;
  private found: ConfigurationProblem | null = null;
  private seen: FileRead | null = null;
  private judged: FileRead | null = null;
  private judgedMs = -Infinity;
  private working: Promise<unknown> | null = null;
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
    this.markFile = join(folder, 'director', 'director.yaml.revision');
    this.mark = readNow(this.markFile).text;
    if (stored === null && !existsSync(this.file)) writeDefaultDirectorFile(folder, programFolder, directorName);
    const read = readNow(this.file);
    this.resources = new CurrentResources(this.storedOf(stored) ?? this.validOf(read));
    if (read.text !== null && read.text === this.resources.text) this.keepMark(read.text);
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

  /** Reads the file when this process takes over the catalog, while nothing runs. `apply` only throws RejectedResources. */
  async refresh(stored: string | null, { apply, wasInForce }: Force): Promise<void> {
    this.follow(stored);
    const replace = async (next: Configuration): Promise<void> => {
      if (this.resources.isKnown) await apply(next);
      this.resources.replace(next);
    };
    await this.judge(await this.readTwice(), { apply: replace, wasInForce });
  }

  /** Called each second by the process that runs the jobs. Never throws. */
  async poll(force: Force): Promise<void> {
    if (this.working !== null) return;
    this.working = this.tryCheck(force);
    await this.working;
    this.working = null;
  }

  /**
   * Puts another text into force, by `apply`, and then into the file. AppError changed_meanwhile if the file or what is in force is no
   * longer `before`, which `apply` makes sure of last by `rejectChanged`, and conflict if the file cannot be written. Throws what
   * `apply` throws.
   */
  replace(
    before: string,
    next: Configuration,
    apply: (next: Configuration, rejectChanged: () => void) => Promise<void>,
  ): Promise<void> {
    const rejectChanged = (): void => {
      if (this.resources.text !== before || readNow(this.file).text !== before) throw changedMeanwhile();
    };
    return this.alone(async () => {
      rejectChanged();
      // Before anything changes: a full disk, or a folder that denies it, is found in time.
      const replacement = await prepared(this.file, next.text);
      try {
        await apply(next, rejectChanged);
      } catch (error) {
        await replacement.discard();
        throw error;
      }
      await this.complete(replacement, before, next.text);
    });
  }

  /** Does what changes the configuration in force while nothing else does. If it changed, the file is compared with it again. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.working !== null) await this.working.catch(() => undefined);
    const before = this.resources.text;
    const working = work();
    this.working = working;
    try {
      return await working;
    } finally {
      this.working = null;
      if (this.resources.text !== before) this.judged = null;
    }
  }

  /** Reads the file, without waiting until its text has been taken over. */
  async readState(): Promise<FileState> {
    const read = await readLater(this.file);
    if (read.text !== null && read.text === this.resources.text) return { text: read.text, problem: null };
    if (read.text === null) return { text: null, problem: missing(read) };
    return { text: read.text, problem: isSame(read, this.judged) ? this.found : null };
  }

  /** The change is in force: what fails here is tried again by `poll`. */
  private async complete(replacement: FileReplacement, before: string, after: string): Promise<void> {
    try {
      // Edited in this moment: `poll` takes that over.
      if (!(await replacement.commit(before))) return;
      this.keepMark(after);
      this.note(null);
    } catch (error) {
      this.options.onNotice(`Could not write director.yaml: ${messageOf(error)}; will retry`);
    }
  }

  private async tryCheck(force: Force): Promise<void> {
    try {
      await this.checkOnce(force);
      this.failure = '';
    } catch (error) {
      if (this.failure === String(error)) return;
      this.failure = String(error);
      this.options.onNotice(`Could not take over director.yaml: ${this.failure}; will retry`);
    }
  }

  private async checkOnce(force: Force): Promise<void> {
    const read = await readLater(this.file);
    const isStable = isSame(read, this.seen);
    this.seen = read;
    if (!isStable) return;
    const isRetried = this.found?.kind === 'rejected' || this.found?.kind === 'unwritten';
    const isRetryDue = isRetried && performance.now() - this.judgedMs >= retryMs;
    if (isSame(read, this.judged) && !isRetryDue) return;
    await this.judge(read, force);
  }

  private async judge(read: FileRead, force: Force): Promise<void> {
    this.note(read.text === null ? missing(read) : await this.put(read.text, force));
    this.judged = read;
    this.judgedMs = performance.now();
  }

  /** Puts the text into force, or returns why not. */
  private async put(text: string, force: Force): Promise<ConfigurationProblem | null> {
    if (text === this.resources.text) {
      this.keepMark(text);
      return null;
    }
    if (this.resources.text !== null && (await this.isOutdated(text, force)))
      return this.write(text, this.resources.text);
    let resources: Resources;
    try {
      resources = readResources(text, this.options.directorName);
    } catch (error) {
      return { kind: 'invalid', faults: faultsOf(error) };
    }
    const { current: before, isKnown } = this.resources;
    try {
      await force.apply({ text, resources });
      this.keepMark(text);
    } catch (error) {
      if (!(error instanceof RejectedResources)) throw error;
      const yaml = parseDirectorYaml(text);
      return { kind: 'rejected', faults: error.faults.map(({ place, sentence }) => faultAt(yaml, place, sentence)) };
    }
    const changes = isKnown ? describeChanges(before, resources) : '';
    this.options.onNotice(`Took over director.yaml${changes === '' ? '' : `: ${changes}`}.`);
    return null;
  }

  /** Whether this was in force while it was in the file, and the file was not edited since. */
  private async isOutdated(text: string, { wasInForce }: Force): Promise<boolean> {
    const revision = revisionOf(text);
    // In a database that was restored to an earlier time it was never in force: then the file is the newer one.
    return revision === this.mark && (await wasInForce(revision));
  }

  private async write(outdated: string, inForce: string): Promise<ConfigurationProblem | null> {
    try {
      const replacement = await FileReplacement.write(this.file, inForce);
      // Edited in this moment: the next read finds it.
      if (!(await replacement.commit(outdated))) return null;
    } catch (error) {
      const fault = { place: '', sentence: messageOf(error), line: null, column: null };
      return { kind: 'unwritten', faults: [fault] };
    }
    this.keepMark(inForce);
    this.options.onNotice('Wrote the configuration in force to director.yaml.');
    return null;
  }

  private keepMark(text: string): void {
    const revision = revisionOf(text);
    if (revision === this.mark) return;
    this.mark = revision;
    try {
      writeFileSync(`${this.markFile}.new`, revision, { mode: 0o600, flush: true });
      renameSync(`${this.markFile}.new`, this.markFile);
    } catch (error) {
      this.options.onNotice(`Could not write ${this.markFile}: ${String(error)}`);
    }
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

async function prepared(file: string, text: string): Promise<FileReplacement> {
  try {
    return await FileReplacement.write(file, text);
  } catch (cause) {
    const reason = messageOf(cause);
    const detail = `director.yaml could not be written: ${reason}. Nothing was changed.`;
    throw new AppError('conflict', detail, { reason: 'configuration_not_writable', params: { error: reason }, cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function changedMeanwhile(): AppError {
  const detail = 'director.yaml or the configuration in force has changed. Read it again, then draft the change again.';
  return new AppError('changed_meanwhile', detail);
}

const openings = {
  invalid: 'director.yaml is not valid',
  rejected: 'director.yaml would take backups out of reach',
  missing: 'director.yaml is missing',
  unwritten: 'director.yaml could not be written; the configuration in force is newer',
} as const;

function problemText({ kind, faults }: ConfigurationProblem, isKnown: boolean): string {
  const result = isKnown ? 'The last valid configuration remains in force.' : 'No job runs until it is valid.';
  const more = faults.length - faultsLogged;
  const shown = faults.slice(0, faultsLogged).map(faultText).join('; ');
  return `${openings[kind]}. ${result} ${shown}${more > 0 ? `; and ${more} more` : ''}`;
}
