import { type LogLine, type RunStatus, isClosingReport } from './run.js';

/** The causes that a log can show, from the most to the least specific: one failure often writes lines of several. */
export const diagnosisCodes = [
  'run_lost',
  'time_limit',
  'duplicate_job',
  'verify_differences',
  'script_failed',
  'quota_exceeded',
  'disk_full',
  'storage_full',
  'tls_failed',
  'authentication_failed',
  'name_not_resolved',
  'connection_refused',
  'connection_timed_out',
  'version_mismatch',
  'decryption_failed',
  'checksum_mismatch',
  'volume_missing',
  'wrong_volume',
  'no_appendable_volume',
  'mount_wait',
  'device_not_accepted',
  'device_not_ready',
  'storage_unavailable',
  'snapshot_failed',
  'plugin_failed',
  'filesystem_hangs',
  'process_died',
  'killed',
  'catalog_error',
  'fileset_empty',
  'source_disk_missing',
  'permission_denied',
  'source_missing',
  'file_changed',
  'file_unreadable',
  'filesystem_skipped',
  'source_marked',
  'nothing_selected',
  'volume_size_corrected',
  'file_not_restored',
  'volume_error',
  'no_response',
  'storage_unreachable',
  'client_unreachable',
  'connection_lost',
  'protocol_error',
  'canceled_by_user',
] as const;
// prettier-ignore
export type DiagnosisCode = (typeof diagnosisCodes)[number];

interface Cause {
  readonly cause: string;
  readonly nextStep: string;
  /** Begins at the message: without the daemon, the job id, the severity and the code of Bacula 15. Absent: read from more than one line. */
  readonly pattern?: RegExp;
  /** Finds the path in the same text: its first group that matches. */
  readonly pathPattern?: RegExp;
  /** Ends that it explains; failures and warnings if absent. */
  readonly ends?: readonly RunStatus[];
  /** It follows from another failure: a line that shows the failure itself is preferred. */
  readonly isConsequence?: true;
  /** These explain other messages of the same log: the first that occurs is the cause, and its line, which has the path, is quoted. */
  readonly explainedBy?: readonly DiagnosisCode[];
}

/** Message texts are those of Bacula 9.6 and 15, Bareos 25 and the embedded Director; docs/operate/diagnosis.md has a sample of each. */
export const causes: Readonly<Record<DiagnosisCode, Cause>> = {
  run_lost: {
    cause: 'The run is no longer in the catalog, and its end was never recorded.',
    nextStep: 'The run was deleted, or the catalog was replaced by a different or older one. Run the job again.',
  },
  time_limit: {
    pattern:
      /^(?:Job canceled because )?max(?:imum)? (?:run(?: ?sched)?|wait|start delay)(?: time)?(?: of [^:]{1,60}?)? exceeded/i,
    cause: 'A time limit of the job was exceeded, so its Director canceled the run.',
    nextStep: 'Find out why the run took or waited so long, or increase the time limit of the job.',
    ends: ['error', 'warning', 'canceled'],
  },
  duplicate_job: {
    pattern: /^JobId \d+ already running\. Duplicate job not allowed|^Duplicate job not allowed/i,
    cause: 'The same job was already running or waiting, and duplicates are not allowed.',
    nextStep: 'Wait for the other run. If this happens regularly, start the job less often or allow duplicates.',
    ends: ['error', 'canceled'],
  },
  verify_differences: {
    pattern: /^Not as backed up: /,
    cause: 'Data on a volume is missing, cannot be read, or differs from what was backed up.',
    nextStep:
      'Check that the disk of the volume in the log is mounted and sound. If data is lost, run the jobs at level Full.',
  },
  script_failed: {
    pattern:
      /^Runscript: .{0,4000} (?:returned non-zero status|could not execute)|^Client ".{1,200}" RunScript failed|^Bad response to \w*Run\w*(?:Before|After)\w* command|^Job canceled from Runscript/i,
    cause: 'A script of the job failed or could not be started.',
    nextStep: 'Check the log lines of the script, run it manually on the same machine, and correct it.',
  },
  quota_exceeded: {
    pattern: /^(?:Soft )?Quota Exceeded|ERR=Disk quota exceeded|EDQUOT/i,
    cause: 'A quota is used up.',
    nextStep: 'Raise the quota of the client or of the folder, or remove old backups; then run the job again.',
  },
  disk_full: {
    pattern:
      /^(?:Write error on (?:\/|[A-Z]:)|Could not create|Not restored:|Attr spool write error|Error writing (?:header|data) to spool).*(?:no space left|ENOSPC)/i,
    cause: 'A disk is full: the target of the restore, or the spool folder.',
    nextStep: 'Free space on that disk and run the job again.',
  },
  storage_full: {
    pattern: /no space left|ENOSPC|disk (?:is )?full/i,
    cause: 'The storage is full.',
    nextStep: 'Free space for the volumes or shorten the retention of the pool, and run the job again.',
  },
  tls_failed: {
    pattern:
      /^(?!.*(?:Check the passwords|unexpected eof|read\/write failure)).*(?:TLS negotiation failed|TLS connection initialization failed|TLS (?:host )?certificate verification failed|did not advert[iz]se required TLS|requires TLS|failed to present a TLS certificate|SSL routines|certificate verify failed)/i,
    cause: 'The encrypted connection between two daemons could not be set up.',
    nextStep: 'Compare the TLS settings of both daemons: certificates and their dates, names, authorities and keys.',
  },
  authentication_failed: {
    pattern:
      /Check the passwords|unable to authenticate|failed to authenticate|authentication (?:error|failed)|authorization (?:key rejected|error|failed)|incorrect authorization key|^1999 You are not authorized/i,
    cause: 'Two daemons could not authenticate each other.',
    nextStep: 'Compare the passwords and the Director name in the configuration of both daemons, then restart them.',
  },
  name_not_resolved: {
    pattern:
      /gethostbyname\(\) for host|can(?:not|'t) resolve (?:hostname|service)|Name or service not known|ENOTFOUND/i,
    cause: 'A host name could not be resolved.',
    nextStep: 'Check the address in the configuration, and the DNS settings of the machine that looked it up.',
  },
  connection_refused: {
    pattern: /(?:connect|socket)\b.*ERR=Connection refused|ECONNREFUSED/i,
    cause: 'The connection was refused: probably nothing is listening there, or a firewall rejects it.',
    nextStep: 'Start the service, and check its address, its port and the firewall.',
  },
  connection_timed_out: {
    pattern:
      /connect\b.*ERR=(?:Connection timed out|Interrupted system call|Operation timed out)|ETIMEDOUT|connection timed out/i,
    cause: 'The connection timed out.',
    nextStep: 'Check that the machine is on, and that no firewall drops the connection.',
  },
  version_mismatch: {
    pattern:
      /has wrong (?:Bacula|Bareos) version|Please upgrade your client|rejected Hello command|^Plugin version incorrect/i,
    cause: 'The versions of two daemons, or of a daemon and a volume, are incompatible.',
    nextStep:
      'Upgrade the daemons to the same version. The Director and the storage must not be older than the client.',
  },
  decryption_failed: {
    pattern:
      /^(?:Missing private key|No private decryption keys|Decrypt of the session key|Decryption error|Failed to initialize decryption|Failure decrypting|Signer not found\. Decryption)/i,
    cause: 'The data is encrypted, and the key to decrypt it is missing.',
    nextStep: 'Restore to the client that has the key, or install the key pair or the master key on this client.',
  },
  checksum_mismatch: {
    pattern:
      /^(?:Adata )?Block checksum mismatch|(?:checksum|sha-?256)\b.*(?:differ|wrong|mismatch|not match)|not have the checksum/i,
    cause: 'Data read from a volume differs from the data that was written to it.',
    nextStep: 'Check the disk or tape, and restore from another restore point.',
  },
  volume_missing: {
    pattern:
      /volume .*(?:not found|missing|not at hand|not available|cannot be (?:opened|read))|^Could not open file device .*ERR=No such file/i,
    cause: 'A volume that the run needs is missing.',
    nextStep: 'Return the volume to its storage, then run the job again.',
  },
  wrong_volume: {
    pattern: /^Wrong Volume (?:mounted|Type)|^3921 Wrong volume mounted/i,
    cause: 'The wrong volume is in the drive.',
    nextStep: 'Mount the volume named in the log.',
  },
  no_appendable_volume: {
    pattern: /Cannot find any appendable volumes/i,
    cause: 'The pool has no volume that can be written to.',
    nextStep: 'Label a new volume, raise the volume limit of the pool, or allow expired volumes to be recycled.',
  },
  mount_wait: {
    pattern: /canceled while waiting for mount on|^Please mount (?:append|read) Volume/i,
    cause: 'The run waited for a volume to be mounted.',
    nextStep: 'Mount the volume named in the log, or label a new one.',
  },
  device_not_accepted: {
    pattern: /^Storage daemon (?:".{1,200}" )?didn't accept Device|^Device reservation failed for JobId/i,
    cause: 'The storage daemon has no device for this run.',
    nextStep:
      'Compare device and media type of the storage in both configurations; the device may also be disabled or busy.',
  },
  device_not_ready: {
    pattern:
      /^Could not ready .*device .* for append|^(?:39\d\d )?Unable to open device|^Could not open (?:file )?device|^Too many errors trying to mount/i,
    cause: 'A device of the storage could not be used.',
    nextStep: 'Check that its disk is mounted or its drive is on, and that the storage daemon may use it.',
  },
  storage_unavailable: {
    pattern: /^The storage's folder .* cannot be written to: ERR=No such|^The folder of storage .* is not the one/i,
    cause: "The storage's folder is missing.",
    nextStep: 'Mount its disk, or correct the folder in director.yaml; then run the job again.',
  },
  snapshot_failed: {
    pattern: /^VSS (?:was not initialized|API failure|Writer .*(?:error|fail))|^Unable to (?:create|mount) snapshot/i,
    cause: 'A snapshot of the file system could not be used (on Windows: VSS).',
    nextStep:
      'Read what the snapshot service reports on that machine (Windows: vssadmin list writers), and run the job again.',
  },
  plugin_failed: {
    pattern:
      /^Plugin Directory not defined|^Command plugin ".*" (?:not found|requested, but is not loaded)|^Plugin: ".*" not found|^Plugin=.* not found|^Bad Plugin Options/i,
    cause: 'A plugin of the client is missing or failed.',
    nextStep: 'Install the plugin on the client, and check its folder and options.',
  },
  filesystem_hangs: {
    pattern: /^The process of this run could not be ended: a file system does not answer/,
    cause: 'A file system does not answer, and the run could not be ended.',
    nextStep: 'Check network file systems and disks of the files and the storage.',
  },
  process_died: {
    pattern: /^The process of this run (?:ended without a result|could not be started)/,
    cause: 'The process of the run ended unexpectedly.',
    nextStep: 'Check the system log for a lack of memory, then run the job again.',
  },
  killed: {
    pattern:
      /^(?:The console was stopped|Another process took over this catalog|the Director was restarted)|^The catalog database did not answer when this run was (?:ordered|requested)/i,
    cause: 'The Director stopped during this run.',
    nextStep: 'Run the job again.',
  },
  catalog_error: {
    pattern:
      /^(?:Catalog error|Query failed|SQL failed|Attribute create error|Could not (?:open|init) (?:catalog )?database|Could not (?:create|get or create|update) .*record|Unable to connect to PostgreSQL|Invalid Catalog (?:request|update)|Error updating Catalog|The connection to the catalog database was lost|terminating connection due to)/i,
    cause: 'The catalog database did not accept or answer a request.',
    nextStep: 'Check that the database server is on, has space, and allows enough connections.',
  },
  fileset_empty: {
    pattern: /^Nothing that the fileset includes could be read/,
    explainedBy: ['source_disk_missing', 'permission_denied', 'source_missing'],
    cause: 'The fileset includes nothing that can be backed up.',
    nextStep: 'Correct the paths and options of the fileset, and check that its disks are mounted.',
  },
  source_disk_missing: {
    pattern: /was on a disk that is not mounted now\.|is suddenly empty\. Is its disk mounted\?/,
    cause: 'The disk of a folder does not seem to be mounted.',
    nextStep: 'Mount the disk and run the job again. Earlier backups of the folder are kept only until they expire.',
  },
  permission_denied: {
    pattern: /permission denied|EACCES|EPERM|ERR=Operation not permitted/i,
    cause: 'Permission to read or write a path was denied.',
    nextStep: 'Grant the permission to the daemon that reads or writes the path, or exclude the path.',
  },
  source_missing: {
    pattern:
      /^(?:Could not (?:stat|access|open directory)|Cannot (?:open|stat)|lstat)\b.*(?:no such file or directory|ENOENT)|^Cannot stat file/i,
    cause: 'A path in the fileset does not exist.',
    pathPattern: /^(?:Could not|Cannot) [^"]*"([^"]+)"|^lstat (.+?): ENOENT|^Cannot stat file (.+?)(?:[:.]? ERR=|: )/i,
    nextStep:
      'Correct the fileset, or make the path available again. A file may also have been deleted during the backup.',
  },
  file_changed: {
    pattern: /(?:ctime|mtime|size)\b.* changed during backup|(?:grew|shrank|changed) while it was read/,
    cause: 'A file changed while it was backed up; its copy may be inconsistent.',
    nextStep: 'Back up a snapshot or a dump of files that change all the time, or exclude them.',
  },
  file_unreadable: {
    pattern: /^Read error on file/i,
    cause: 'A file could not be read completely.',
    nextStep: 'Check the disk of the file and the system log of that machine.',
  },
  filesystem_skipped: {
    pattern: /is a different filesystem\. Will not descend|is a virtual file system of the kernel/i,
    cause: 'A file system below the fileset was skipped.',
    nextStep: 'Add it to the fileset, or exclude it explicitly.',
  },
  source_marked: {
    pattern: /is included, but contains the marker file/,
    cause: 'A folder of the fileset contains a marker file, which leaves out its contents.',
    nextStep: 'Remove the marker file to back up the folder, or remove the folder from the fileset.',
  },
  nothing_selected: {
    pattern:
      /^No files (?:found to read|selected to be restored)|^Nothing of the selection is recorded|^The files of run \d+ are no longer in the catalog|^Run \d+ is not in the catalog/i,
    cause: 'The catalog no longer contains any of the selected files.',
    nextStep: 'Choose a newer restore point, or rebuild the records from the volumes (Bacula: bscan).',
  },
  volume_size_corrected: {
    pattern: /^The sizes do not match! /,
    cause: 'The size of a volume in the catalog differed from its size on the storage and was corrected.',
    nextStep: 'This happens after a run was killed while writing. If no run was killed, check the disk of the storage.',
  },
  file_not_restored: {
    pattern:
      /^Not restored: |^Nothing could be restored: |^The restore folder .*cannot be |^(?:Could not create|Cannot create directory) .*: ERR=|^Write error on (?:\/|[A-Z]:)/i,
    cause: 'Files of the selection could not be restored.',
    nextStep: 'Check the log lines of these files, and restore them again to another folder.',
    isConsequence: true,
  },
  volume_error: {
    pattern:
      /Marking (?:Volume ".*"|it) in Error|write error at .* on device|^Fatal append error on device|^(?:Write|Read) session label failed|^Volume data error|read error on (?:device|file device|")|^Error writing|cannot write on (?:disk|tape) Volume|cannot be written to: ERR=/i,
    cause: 'A volume could not be read or written.',
    nextStep: 'Check the disk or tape. A volume in error is no longer used; the next run uses another one.',
    isConsequence: true,
  },
  no_response: {
    pattern: /^Watchdog sending kill after \d+ secs/i,
    cause: 'A daemon did not answer in time, so the run was ended.',
    nextStep: 'Check the network and the load of that machine.',
    isConsequence: true,
  },
  storage_unreachable: {
    pattern:
      /^(?:Failed|Unable|Could not) to connect to (?:Storage|SD)|^Failed to connect to Storage|^Could not connect to .*Storage|^Socket error on .*Storage.* command/i,
    cause: 'The storage daemon could not be reached.',
    nextStep: 'Check that the storage daemon is running and reachable from the Director and the client.',
    isConsequence: true,
  },
  client_unreachable: {
    pattern:
      /^(?:Failed to connect to|Unable to connect to|Could not connect to) |no route to host|network is unreachable/i,
    cause: 'The client could not be reached.',
    nextStep: 'Check that the machine is on and that its backup service is running.',
    isConsequence: true,
  },
  connection_lost: {
    pattern:
      /^Network (?:send )?error|^TLS read\/write failure|^Director's connection to \w+ for this Job was lost|^Error reading data header from FD|ERR=Connection reset by peer|ERR=Broken pipe|comm(?:unication)? ?line to \w+ dropped|^No Job status returned from FD|^Comm error with SD|^Socket (?:error|terminated)/i,
    cause: 'The connection between two daemons broke during the run.',
    nextStep:
      'Check whether the client or the storage was restarted, and the network between them; a heartbeat keeps idle connections alive.',
    isConsequence: true,
  },
  protocol_error: {
    pattern: /bad response (?:to|from)|^Bad (?:Hello|RunScript|errmsg)/i,
    cause: 'A daemon rejected a command or answered with an error.',
    nextStep: 'Check the log line, and the log of that daemon.',
    isConsequence: true,
  },
  canceled_by_user: {
    cause: 'A user canceled the run.',
    nextStep: 'Run the job again when convenient.',
    ends: ['canceled'],
  },
};
// prettier-ignore

/** What the log of a run shows of the cause of its end, and what to do. */
export interface Diagnosis {
  readonly code: DiagnosisCode;
  readonly cause: string;
  readonly nextStep: string;
  /** The line that shows it; empty where no single line does. */
  readonly logLine: string;
  /** That the line names; only for a cause that is about one path. */
  readonly path?: string;
}

/** Of a run that the catalog forgot before its end was seen. */
export const lostRun: Diagnosis = diagnosisOf('run_lost', '');

type Severity = 'fatal' | 'error' | 'warning' | 'none';

/** A line of a log without the prefix of its message. */
interface Message {
  readonly severity: Severity;
  readonly text: string;
  /** As the log has it. */
  readonly line: string;
}

/** Longer lines are output of programs; no message of a Director is that long. */
const mostCharacters = 4_000;
const daemonAndJob = /^.{1,200}? JobId \d+: /;
const severityWord = /^(Fatal error|Error|Warning): /;
/** Bacula 15 numbers some of its messages; 9.6 names the source file of some. */
const messageOrigin = /^(?:\[[A-Z]{2}\d{4}\] |[\w-]+\.cc?:\d+ )/;
/** The output of a script is not a message of a daemon, for any text. */
const scriptOutput = /^(?:(?:Client)?(?:Before|After)(?:Failed)?Job|ClientAfterVSS|RunScript|at console): /;
/** Daemons report files that were not saved, media to mount and some ends of jobs without a severity. */
const plainReport =
  /^(?:Could not |Cannot |Job .{1,200} is waiting\. |Please mount |max(?:imum)? |Job canceled |Storage daemon |JobId \d+ already running)|\bERR=/i;

const severityOf: Readonly<Record<string, Severity>> = { 'Fatal error': 'fatal', Error: 'error', Warning: 'warning' };

function messagesOf(of: LogLine): Message[] {
  let inherited: Severity = 'none';
  // The rows of a closing report repeat names and numbers.
  const lines = of.text.split('\n', isClosingReport(of) ? 1 : undefined);
  return lines.flatMap((full, index): Message[] => {
    const line = full.slice(0, mostCharacters).trim();
    const message = line.replace(daemonAndJob, '');
    const word = severityWord.exec(message);
    // The lines below the first belong to its message.
    const severity: Severity = word === null ? inherited : (severityOf[word[1] ?? ''] ?? 'none');
    if (index === 0 && scriptOutput.test(message)) return [];
    inherited = severity;
    const text = message.replace(severityWord, '').replace(messageOrigin, '').trimStart();
    return text === '' || (severity === 'none' && !plainReport.test(text)) ? [] : [{ severity, text, line }];
  });
}

/** The order of the search: what ended the run precedes what it only mentions. */
const searches: readonly { readonly of: readonly Severity[]; readonly consequences: boolean }[] = [
  { of: ['fatal'], consequences: false },
  { of: ['error'], consequences: false },
  { of: ['none'], consequences: false },
  { of: ['fatal', 'error'], consequences: true },
  { of: ['warning'], consequences: false },
  { of: ['warning', 'none'], consequences: true },
];

/** The ends that are diagnosed without a cause of their own. */
const badEnds: readonly RunStatus[] = ['error', 'warning'];

/**
 * What the log of a run shows of the cause of its end, or null. `lines` are some of its lines, oldest first: all of them, the first
 * and the last, or the last alone.
 */
export function diagnose(status: RunStatus, lines: readonly LogLine[]): Diagnosis | null {
  const codes = (Object.keys(causes) as DiagnosisCode[]).filter((code) =>
    (causes[code].ends ?? badEnds).includes(status),
  );
  if (codes.length === 0) return null;
  const messages = lines.flatMap(messagesOf);
  for (const { of, consequences } of searches) {
    const searched = messages.filter(({ severity }) => of.includes(severity));
    for (const code of codes) {
      const { isConsequence = false, explainedBy = [] } = causes[code];
      if (isConsequence !== consequences) continue;
      const shown = shownBy(code, searched);
      if (shown === null) continue;
      return explainedBy.map((other) => shownBy(other, messages)).find((found) => found !== null) ?? shown;
    }
  }
  return null;
}

/** This cause, where one of the messages shows it. */
function shownBy(code: DiagnosisCode, messages: readonly Message[]): Diagnosis | null {
  const { pattern } = causes[code];
  const shown = pattern && messages.find(({ text }) => pattern.test(text));
  return shown ? { ...diagnosisOf(code, shown.line), ...pathIn(code, shown.text) } : null;
}

function pathIn(code: DiagnosisCode, text: string): Pick<Diagnosis, 'path'> {
  const path = causes[code].pathPattern?.exec(text)?.slice(1).find(Boolean);
  return path === undefined ? {} : { path };
}

/**
 * Of a failed run whose log was read to its end, has no closing report and names nothing fatal: a Director that died marks the run as
 * failed when it starts again, without a word. null where there is a report, or no log at all.
 */
export function diagnoseCutLog(status: RunStatus, lines: readonly LogLine[]): Diagnosis | null {
  if (status !== 'error' || lines.length === 0 || lines.some(isClosingReport)) return null;
  if (lines.flatMap(messagesOf).some(({ severity }) => severity === 'fatal')) return null;
  return diagnosisOf('killed', lines.at(-1)?.text.trim().slice(0, mostCharacters) ?? '');
}

/** Of a canceled run whose log names no other cause, and whose end a user requested at this console. */
export function diagnoseCanceled(): Diagnosis {
  return diagnosisOf('canceled_by_user', '');
}

function diagnosisOf(code: DiagnosisCode, logLine: string): Diagnosis {
  const { cause, nextStep } = causes[code];
  return { code, cause, nextStep, logLine };
}

/** Longer ones would make the sentence unreadable; the line of the log has them. */
const mostPathCharacters = 200;

/** The cause, with the path that it is about. */
export function causeWithPath({ cause, path = '' }: Diagnosis): string {
  return path === '' || path.length > mostPathCharacters ? cause : `${cause.slice(0, -1)}: "${path}".`;
}
