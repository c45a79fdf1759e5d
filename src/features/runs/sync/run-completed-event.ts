import { Inject, Injectable } from '@nestjs/common';
import { causeWithPath, diagnose, type Diagnosis, lostRun } from '../../../domain/diagnosis.js';
import { type EventType, type Severity } from '../../../domain/event.js';
import { restoreSentence } from '../../../domain/restore-facts.js';
import { hasSavedNothing, type LogLine, type Run } from '../../../domain/run.js';
import { type NotifiableEnd, isNotifiableRun } from '../../../domain/run-sync.js';
import { type NewEvent, EventRecorder } from '../../events/event-recorder.js';
import { type RunRecord } from '../run-record.dto.js';
import { type LogTails } from '../../../domain/run-reader.port.js';
import { Clock } from '../../../domain/clock.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { RunRecords } from '../run-records.service.js';

/** The end of a run that becomes an event. */
export interface RunEnd {
  readonly run: Run & { readonly status: NotifiableEnd };
  readonly record: RunRecord;
  /** The catalog forgot it before anybody saw its end. */
  readonly isLost: boolean;
  /** The last lines of its log, oldest first; none where the catalog did not answer. An event has the last ten. */
  readonly lines: readonly LogLine[];
}

interface EndWords {
  readonly type: EventType;
  readonly severity: Severity;
  readonly verdict: string;
}

const wordsOf: Readonly<Record<NotifiableEnd, EndWords>> = {
  completed: { type: 'job.completed.ok', severity: 'info', verdict: 'completed' },
  warning: { type: 'job.completed.warning', severity: 'warning', verdict: 'completed with warnings' },
  error: { type: 'job.completed.error', severity: 'error', verdict: 'failed' },
  canceled: { type: 'job.completed.error', severity: 'error', verdict: 'was canceled' },
};

/** Lines of the log in an event. */
const linesOfEvent = 10;
/** Characters of one line; a message beyond it is cut. */
const mostLineCharacters = 4_000;

/** The event data of a run's end. `baseUrl` is the console's own address; `now` is an upper bound for the end. */
export function runEndEvent({ run, record, isLost, lines }: RunEnd, baseUrl: string, now: Date): NewEvent {
  const { director, uniqueName, job, jobId } = run;
  const { type, severity } = wordsOf[run.status];
  const diagnosis = isLost ? lostRun : diagnose(run.status, lines);
  const ended = isLost ? null : run.endedAt;
  const address = `${jobId}?director=${encodeURIComponent(director)}`;
  return {
    onceKey: `${type}:${director}:${uniqueName}`,
    type,
    timestamp: ended !== null && ended < now ? ended : now,
    severity,
    source: director,
    subject: `run:${director}:${uniqueName}`,
    dedupKey: `job:${director}:${job}`,
    summary: summaryOf(run, amountsOf(run, record), isLost, diagnosis ? causeWithPath(diagnosis) : ''),
    data: dataOf(record, diagnosis, lines),
    links: {
      page: `${baseUrl}/#/runs/${address}`,
      run: `${baseUrl}${record.links.self}`,
      log: `${baseUrl}${record.links.log}`,
    },
  };
}

function dataOf(record: RunRecord, diagnosis: Diagnosis | null, lines: readonly LogLine[]): NewEvent['data'] {
  return Object.fromEntries([
    ...Object.entries(record),
    ...(diagnosis ? [['diagnosis', diagnosis]] : []),
    ['log', lines.slice(-linesOfEvent).map(({ text }) => shortened(text))],
  ]) as NewEvent['data'];
}

/** One sentence on one line, and a known cause in a second one. */
function summaryOf(run: RunEnd['run'], amounts: readonly string[], isLost: boolean, cause: string): string {
  const { type, job, level, client, director, errors } = run;
  const what = `${type} "${job}"${level === '' || level === 'None' ? '' : ` (${level})`}`;
  const where = `${client === null || client === '' ? '' : ` of ${client}`} on ${director}`;
  const figures = [...amounts, ...(errors > 0 ? [counted(errors, 'error')] : [])];
  const end = isLost ? 'was lost' : `${wordsOf[run.status].verdict}: ${figures.join(', ')}`;
  return `${what}${where} ${end}.${cause === '' ? '' : ` ${cause}`}`.replace(/\p{Cc}+/gu, ' ');
}

/** A backup that broke off before the first byte saved nothing, although the Director counts the file that it had started. */
function amountsOf(run: Run, record: RunRecord): readonly string[] {
  return hasSavedNothing(run) ? ['no data saved'] : [amountOf(run, record), sizeText(run.bytes)];
}

/** Files; of a restore how many of the selected ones, if known. A Director may count skipped ones as restored. */
function amountOf({ status, files }: Run, { restore }: RunRecord): string {
  if (!restore || restore.chosen === null) return counted(files, 'file');
  if (restore.restored !== null) return restoreSentence(restore);
  return status === 'error'
    ? counted(files, 'file')
    : `${counted(restore.chosen, 'file')} selected, number restored unknown`;
}

function counted(value: number, word: string): string {
  return `${value.toLocaleString('en')} ${word}${value === 1 ? '' : 's'}`;
}

const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

function sizeText(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  let value = bytes / 1024;
  let unit = 0;
  // What would be shown as 1024.0 is one of the next unit.
  for (; value >= 1023.95 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${value.toFixed(1)} ${units[unit]}`;
}

/** PostgreSQL rejects JSON with half of a surrogate pair, which a plain cut could leave at the end. */
function shortened(text: string): string {
  if (text.length <= mostLineCharacters) return text;
  return `${text.slice(0, mostLineCharacters).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Records events of run ends, in the transaction that stores them. */
@Injectable()
export class RunCompletedEvents {
  constructor(
    private readonly events: EventRecorder,
    private readonly records: RunRecords,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Once for each run and kind of end, on any instance. Runs with other ends are left out. */
  async record(
    transaction: Transaction,
    runs: readonly (Run & { readonly isLost?: boolean })[],
    tails: LogTails,
  ): Promise<void> {
    if (runs.length === 0) return;
    const records = await this.records.endedRecordsOf(transaction, runs);
    for (const [index, run] of runs.entries()) {
      const record = records[index];
      const lines = tails.get(run.jobId) ?? [];
      if (!record || !isNotifiable(run, lines)) continue;
      const end = { run, record, isLost: run.isLost === true, lines };
      await this.events.record(transaction, runEndEvent(end, this.settings.baseUrl, this.clock.now()));
    }
  }
}

/** A canceled run has an event only where its log shows that a time limit canceled it. */
function isNotifiable<T extends Run>(run: T, lines: readonly LogLine[]): run is T & { readonly status: NotifiableEnd } {
  return (
    isNotifiableRun(run.status) && (run.status !== 'canceled' || diagnose(run.status, lines)?.code === 'time_limit')
  );
}
