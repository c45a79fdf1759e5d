import {
  changedByHand,
  type ConfigurationFinding,
  type ConfigurationRename,
  type ConfigurationReplacement,
  type ConfigurationState,
  type ConfigurationStep,
  type ConfigurationText,
  DirectorConfiguration,
  type EditedConfiguration,
  type FindingCode,
  type FinishedRename,
} from '../../../domain/configuration.port.js';
import { type Clock } from '../../../domain/clock.js';
import { type DirectorEffects } from '../../../domain/configuration-effects.js';
import { AppError, type ErrorReason } from '../../../domain/error-codes.js';
import { answered } from '../catalog-connection.js';
import { listFinishedRenames } from '../engine/catalog-renames.js';
import { checkReplacement } from '../engine/configuration-check.js';
import { readEffectFacts } from '../engine/effect-facts.js';
import { type Engine } from '../engine/engine.js';
import { type JobSwitches } from '../engine/schedule-clock.js';
import { readLastChange } from '../engine/stored-configuration.js';
import { type ConfigurationFault, faultAt, faultsOf } from '../resources/configuration-faults.js';
import {
  type ConfigurationFile,
  type ConfigurationProblem,
  RejectedResources,
} from '../resources/configuration-file.js';
import { revisionOf } from '../resources/configuration-revision.js';
import { type Configuration } from '../resources/current-resources.js';
import { directorFileName } from '../resources/director-file.js';
import { whyNotReplaceable } from '../resources/file-replacement.js';
import { parseDirectorYaml } from '../resources/parse-director-yaml.js';
import { readResources } from '../resources/read-resources.js';
import { configurationEffects } from './configuration-effects.js';
import { type ConfigurationOperation } from './configuration-operations.js';
import { editDirectorYaml } from './edit-director-yaml.js';
import { type EditRejection } from './edit-rejection.js';
import { diffTexts } from './text-diff.js';

/** In the text it replaces bytes that are not UTF-8, which would be lost when the file is written. */
const replacementCharacter = '\ufffd';

const mostFindings = 100;

interface Place {
  readonly directorName: string;
  /** director.yaml. */
  readonly path: string;
  /** DATA_DIR. */
  readonly dataFolder: string;
}

/** The configuration of the embedded Director: director.yaml, and what of it is in force. */
export class EmbeddedConfiguration extends DirectorConfiguration {
  override readonly fileName = directorFileName;
  /** A draft is read for its findings, for its effects, and to apply it: each time takes a second for 5,000 resources. */
  private lastRead: Configuration | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly file: ConfigurationFile,
    private readonly place: Place,
    private readonly switches: JobSwitches,
    private readonly clock: Clock,
  ) {
    super();
  }

  override get inForce(): ConfigurationText | null {
    const { text } = this.file.resources;
    return text === null ? null : { revision: revisionOf(text), text };
  }

  override get isInCharge(): boolean {
    return this.engine.isOwner;
  }

  override async readState(): Promise<ConfigurationState> {
    const lastGoodRevision = this.inForce?.revision ?? null;
    const isElsewhere = this.engine.isOwnedElsewhere;
    // The process that runs the jobs reads a file of its own.
    if (isElsewhere) {
      const same = { revision: lastGoodRevision, lastGoodRevision, drift: 'none' as const };
      return { ...same, isElsewhere, isWritable: false, findings: [] };
    }
    const { text, problem } = await this.file.readState();
    const revision = text === null ? null : revisionOf(text);
    const drift = problem?.kind ?? (revision === lastGoodRevision ? 'none' : 'changed');
    const why = text === null ? null : whyNotReplaceable(this.place.path);
    const findings = [...problemFindings(problem), ...(why === null ? [] : [notWritable(why)])];
    const isWritable = this.isInCharge && text !== null && why === null;
    return { revision, lastGoodRevision, drift, isElsewhere, isWritable, findings };
  }

  override async readText(): Promise<ConfigurationText> {
    const text = this.engine.isOwnedElsewhere ? this.file.resources.text : (await this.file.readState()).text;
    if (text !== null) return { revision: revisionOf(text), text };
    throw new AppError('not_found', `${directorFileName} does not exist.`, { reason: 'no_configuration_file' });
  }

  override revisionOf(text: string): string {
    return revisionOf(text);
  }

  override diff(before: string, after: string): string {
    return diffTexts(directorFileName, before, after);
  }

  override async edit(steps: readonly ConfigurationStep[]): Promise<EditedConfiguration> {
    this.engine.requireOwner();
    const base = this.inForce;
    const { text } = await this.file.readState();
    if (base === null || text !== base.text) throw changedByHand(directorFileName);
    const { text: edited, rejection } = editDirectorYaml(base.text, steps as readonly ConfigurationOperation[]);
    if (rejection !== null) throw notPossible(rejection);
    return { base, edited: { revision: revisionOf(edited), text: edited }, renames: renamesOf(steps) };
  }

  override async check(
    text: string,
    renames: readonly ConfigurationRename[],
  ): Promise<readonly ConfigurationFinding[]> {
    this.engine.requireOwner();
    const read = this.read(text);
    if ('findings' in read) return firstOf(read.findings);
    if (text.includes(replacementCharacter)) return [notUtf8];
    const checked = { ...read, renames, now: this.clock.now(), dataFolder: this.place.dataFolder };
    return firstOf(await answered(checkReplacement(this.engine, checked)));
  }

  /** Of definitions that cannot be read: none, which is no promise. */
  override async effects({ edited, renames }: EditedConfiguration): Promise<DirectorEffects> {
    const read = this.read(edited.text);
    if ('findings' in read) return { jobs: [], runs: [], pools: [], storages: [] };
    const { pool, resources: before } = this.engine;
    const sources = { pool, switches: this.switches.changes, now: this.clock.now() };
    const facts = await answered(readEffectFacts(sources));
    return configurationEffects({ before, after: read.resources, renames }, facts);
  }

  override listRenames(): Promise<readonly FinishedRename[]> {
    return answered(listFinishedRenames(this.engine.pool));
  }

  override onRenames(listener: () => Promise<void>): () => void {
    return this.engine.onRenames(listener);
  }

  override async apply({ id, base, edited, renames }: ConfigurationReplacement): Promise<void> {
    this.engine.requireOwner();
    const read = this.read(edited.text);
    if ('findings' in read) throw rejected(read.findings);
    try {
      await this.file.replace(base.text, read, (next, rejectChanged) =>
        this.engine.change(next, { id, renames }, rejectChanged),
      );
    } catch (error) {
      // What fails after that does not undo it.
      if (this.file.resources.text === edited.text) return;
      if (!(error instanceof RejectedResources)) throw error;
      throw rejected(rejectedFindings(error, edited.text));
    }
  }

  override recover(): Promise<string | null> {
    this.engine.requireOwner();
    return answered(
      this.file.alone(async () => {
        const { text, changeId } = await this.readLast();
        // Stored, without an answer that said so.
        if (text !== null && text !== this.file.resources.text) await this.engine.settleChange();
        return changeId;
      }),
    );
  }

  private async readLast(): ReturnType<typeof readLastChange> {
    const catalog = await this.engine.pool.connect();
    try {
      return await readLastChange(catalog);
    } finally {
      catalog.release();
    }
  }

  private read(text: string): Configuration | { readonly findings: readonly ConfigurationFinding[] } {
    if (this.lastRead?.text === text) return this.lastRead;
    try {
      this.lastRead = { text, resources: readResources(text, this.place.directorName) };
      return this.lastRead;
    } catch (error) {
      return { findings: faultsOf(error).map((fault) => findingOf(fault, 'invalid')) };
    }
  }
}

function findingOf({ place, sentence, line, column }: ConfigurationFault, code: FindingCode): ConfigurationFinding {
  return { severity: 'error', code, place, line, column, message: sentence, params: {} };
}

function problemFindings(problem: ConfigurationProblem | null): readonly ConfigurationFinding[] {
  return problem === null ? [] : firstOf(problem.faults.map((fault) => findingOf(fault, problem.kind)));
}

/** Errors before warnings where not all are listed: a draft is stored and shown with them, and a few lines can have very many. */
function firstOf(findings: readonly ConfigurationFinding[]): readonly ConfigurationFinding[] {
  const count = findings.length - mostFindings;
  if (count <= 0) return findings;
  const isError = ({ severity }: ConfigurationFinding): boolean => severity === 'error';
  const ordered = [...findings.filter(isError), ...findings.filter((one) => !isError(one))];
  const place = { place: '', line: null, column: null };
  const message = `${count === 1 ? '1 more finding is' : `${count} more findings are`} not listed`;
  const rest = { severity: 'warning', code: 'more_findings', ...place, message, params: { count } } as const;
  return [...ordered.slice(0, mostFindings), rest];
}

/** Throws any other error. */
function rejectedFindings(error: unknown, text: string): readonly ConfigurationFinding[] {
  if (!(error instanceof RejectedResources)) throw error;
  const yaml = parseDirectorYaml(text);
  return error.faults.map(({ place, sentence }) => findingOf(faultAt(yaml, place, sentence), 'rejected'));
}

function notWritable(why: string): ConfigurationFinding {
  const place = { place: '', line: null, column: null };
  return { severity: 'warning', code: 'not_writable', ...place, message: `${directorFileName} ${why}`, params: {} };
}

function renamesOf(steps: readonly ConfigurationStep[]): EditedConfiguration['renames'] {
  return steps.flatMap(({ op, type, name: from, value: to }) =>
    op === 'rename' && type !== 'director' && typeof to === 'string' && to !== from ? [{ type, from, to }] : [],
  );
}

const notUtf8: ConfigurationFinding = {
  severity: 'error',
  code: 'not_utf8',
  place: '',
  line: null,
  column: null,
  message: 'the file contains bytes that are not UTF-8, which would be lost. Save it in UTF-8 first',
  params: {},
};

function rejected(findings: readonly ConfigurationFinding[]): AppError {
  const detail = 'The Director rejected the configuration. Nothing was changed.';
  return new AppError('conflict', detail, { reason: 'configuration_rejected', members: { findings } });
}

function notPossible({ reason, operation, place, sentence, params, line }: EditRejection): AppError {
  const which = operation === null ? '' : `operations[${operation}]: `;
  const position = line === null ? '' : ` (line ${line})`;
  const detail = `${which}${place === '' ? directorFileName : place} ${sentence}${position}.`;
  const about = { ...params, place, ...(operation === null ? {} : { operation }), ...(line === null ? {} : { line }) };
  return new AppError('operation_not_possible', detail, { reason: reasonOf(reason), params: about });
}

/** `name_taken` is a code of the API. */
function reasonOf(reason: EditRejection['reason']): ErrorReason {
  return reason === 'name_taken' ? 'resource_name_taken' : reason;
}
