import { AppError, type ErrorCode, type ErrorExtras } from '../domain/error-codes.js';
import { type DocumentedCall, type WrittenProblem } from '../http/openapi/examples.js';

type Sample = readonly [code: ErrorCode, detail: string, extras?: ErrorExtras];

const director = 'embedded';
const params = { director };

/** Errors by a name of their own, in the words of the server. */
const samples = {
  malformedJson: ['malformed_json', 'The body is not valid JSON.'],
  cursorMismatch: ['cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.'],
  unauthenticated: ['unauthenticated', 'Sign in, or send a valid API token.'],
  invalidCredentials: ['invalid_credentials', 'Wrong username or password.'],
  sessionRequired: ['session_required', 'This requires a browser session. An API token cannot do it.'],
  crossSite: ['cross_site_request', 'This request came from another origin. Call from the address of the console, or use an API token.'],
  noJob: ['not_found', 'Director embedded has no job named BackupHome.', { reason: 'no_job', params: { ...params, job: 'BackupHome' } }],
  noRun: ['not_found', 'Director embedded has no run with job id 7.', { reason: 'no_run', params: { ...params, jobId: 7 } }],
  noClient: ['not_found', 'Director embedded has no client named this-machine.', { reason: 'no_client', params: { ...params, client: 'this-machine' } }],
  noVolume: ['not_found', 'Director embedded has no volume named Default-0001.', { reason: 'no_volume', params: { ...params, volume: 'Default-0001' } }],
  noDevice: ['not_found', 'Director embedded has no device named Local.', { reason: 'no_device', params: { ...params, device: 'Local' } }],
  noStorage: ['not_found', 'Director embedded has no storage named Tapes.'],
  noToken: ['not_found', 'No token has this id.', { reason: 'no_token' }],
  noSession: ['not_found', 'No session has this id.', { reason: 'no_session' }],
  noFilter: ['not_found', 'You have no saved filter with this id.', { reason: 'no_saved_filter' }],
  noDownload: ['not_found', 'The download was not found or has expired.'],
  noAuditRecord: ['not_found', 'No audit record has this id.', { reason: 'no_audit_record' }],
  noResource: ['not_found', 'Director embedded has no pool named Weekly.', { reason: 'no_resource', params: { ...params, type: 'pool', name: 'Weekly' } }],
  noFolder: ['not_found', 'There is no folder /mnt/backup/ on this machine.', { reason: 'no_folder', params: { folder: '/mnt/backup/' } }],
  folderUnreadable: ['conflict', 'The console may not read the folder /root/.', { reason: 'folder_unreadable', params: { folder: '/root/' } }],
  folderHangs: ['director_too_slow', 'The folder /mnt/backup/ does not respond. Check its disk.', { reason: 'folder_hangs', params: { folder: '/mnt/backup/' } }],
  noAddress: ['not_found', 'Nothing was found at this address.', { reason: 'no_address' }],
  noChange: ['not_found', 'No change of a configuration has this id.', { reason: 'no_configuration_change' }],
  noFile: ['not_found', 'director.yaml does not exist.', { reason: 'no_configuration_file' }],
  unknownDirector: ['unknown_director', 'No Director with this name is configured. Configured: embedded.'],
  deadLink: ['link_not_usable', 'This link is invalid, used, replaced by a newer one, or expired. Ask an administrator for a new one.'],
  conflict: ['conflict', 'The current state of the resource does not allow this.'],
  filterNameTaken: ['name_taken', 'You already have a saved filter with this name for this list.'],
  volumeNameTaken: ['name_taken', 'Director embedded already has a volume named Monthly-0001.'],
  writing: ['conflict', 'A run is writing to volume Default-0001. Try again when the run has ended.', { reason: 'volume_being_written', params: { volume: 'Default-0001' } }],
  runEnded: ['run_already_ended', 'Run 7 has already ended.'],
  runNotFailed: ['conflict', 'Run 7 has the status completed, so there is nothing to acknowledge.', { reason: 'run_did_not_fail', params: { jobId: 7, status: 'completed' } }],
  preparing: ['conflict', 'The restore for this download (job id 12) has not ended. Try again in a moment.', { reason: 'download_preparing', params: { jobId: 12 }, retryAfterSeconds: 5 }],
  stagingFull: ['conflict', 'The staging folder /srv/staging has 1048576 bytes free, and 5368709120 would be restored. Select fewer files, or free space on its disk.', { reason: 'staging_full', params: { folder: '/srv/staging', free: 1_048_576, bytes: 5_368_709_120 } }],
  inFlight: ['idempotency_in_flight', 'The first request with this Idempotency-Key is still in progress. Send it again in a moment.', { retryAfterSeconds: 2 }],
  outcomeUnknown: ['idempotency_outcome_unknown', 'It is unknown whether the first request with this Idempotency-Key started a run. It is not sent again. Check the list of runs.'],
  cursorOutdated: ['conflict', 'The history of this Director is still being read. Try again later.'],
  byHand: ['conflict', 'director.yaml is not what is in force: it was edited, is missing, or could not be written. Wait until it is in force, or correct it: the state of the configuration says what is wrong.', { reason: 'configuration_changed_by_hand' }],
  differentKey: ['conflict', 'The content of this change was encrypted with a different INSTANCE_KEY. Set INSTANCE_KEY_PREVIOUS to that key.', { reason: 'different_key' }],
  notDraft: ['conflict', 'This change is no draft: its state is applied.', { reason: 'change_not_draft', params: { state: 'applied' } }],
  hasErrors: ['conflict', 'The configuration that would result has errors. Nothing was changed.', { reason: 'configuration_invalid', members: { findings: [{ severity: 'error', code: 'invalid', place: 'jobs[0].fileset', line: 42, column: 14, message: 'there is no fileset named Hme', params: {} }] } }],
  losesBackups: ['confirmation_required', 'To apply this change, check the impact and send confirm with the name of the Director, and impactHash.', { members: { impact: { director, pools: [{ pool: 'Default', retentionBefore: 5_184_000, retentionAfter: 604_800, keepBefore: null, keepAfter: null, volumes: 2, bytes: 300_103, runs: 5 }], storages: [] }, impactHash: '3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A' } }],
  laterChanges: ['conflict', 'This would undo 1 later change too. Revert those first, the newest one first.', { reason: 'later_changes', params: { count: 1 } }],
  configurationChanged: ['changed_meanwhile', 'The configuration of Director embedded has changed since you read it, or since the change was drafted. Read it again, then draft the change again.'],
  impossible: ['operation_not_possible', 'operations[0]: job BackupHme does not exist.', { reason: 'unknown_resource', params: { type: 'job', name: 'BackupHme', place: 'job BackupHme', operation: 0 } }],
  noDifference: ['operation_not_possible', 'This would change nothing: the configuration in force is the same.', { reason: 'no_difference' }],
  changedMeanwhile: ['changed_meanwhile', 'Volume Default-0001 has changed since you read it. Read it again.'],
  tooLarge: ['body_too_large', 'The body is larger than 65536 bytes.'],
  wrongType: ['unsupported_media_type', 'The body must be sent as Content-Type: application/json, in UTF-8.'],
  unknownJob: ['unknown_job', 'Director embedded has no job named BackupHme.'],
  invalidLevel: ['invalid_level', 'BackupHome cannot run at level VirtualFull. Use Full, Incremental, Differential.', { members: { allowed: ['Full', 'Incremental', 'Differential'] } }],
  notRunnable: ['job_not_runnable', 'RestoreFiles is a restore job and cannot be run directly. Use POST /api/v1/restore/run.'],
  whenInPast: ['when_in_past', 'when must not be in the past.'],
  keyReused: ['idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new one.'],
  incompleteChain: ['incomplete_chain', 'This chain cannot be restored: no file records exist for job ids 5.', { members: { missingJobids: [5] } }],
  mixedChain: ['mixed_chain', 'A restore takes the files of one client only. These job ids belong to this-machine, laptop. Restore one client at a time.', { members: { clients: ['this-machine', 'laptop'], filesets: ['Home'] } }],
  unknownRun: ['unknown_run', 'None of these runs is a backup known to this Director.'],
  unknownClient: ['unknown_client', 'This Director has no client with this name.'],
  selectionTooLarge: ['selection_too_large', 'The expression matches more than 10000 files. Select folders, or use a narrower expression.', { params: { limit: 10_000 } }],
  nothingSelected: ['nothing_selected', 'No file record in the chain for 1 of 2 selected paths.', { members: { missing: [{ path: '/etc/no-such-file', ref: 'L2V0Yy9uby1zdWNoLWZpbGU' }] } }],
  whereNotAllowed: ['where_not_allowed', 'where must be an absolute path that starts with a slash.', { reason: 'not_absolute' }],
  wrongPassword: ['wrong_password', 'The current password is wrong.'],
  weakPassword: ['weak_password', 'The password is easy to guess. Choose a longer one.', { reason: 'easily_guessed' }],
  unsupported: ['not_supported_by_director', 'Director bareos does not support this command.', { reason: 'unsupported', params: { director: 'bareos', ability: 'label' } }],
  noSchedule: ['not_supported_by_director', 'Director bareos (Bareos 24.0.0) has no machine-readable schedule. Bareos 25.1 or later is required.', { reason: 'schedule_unavailable', params: { director: 'bareos' } }],
  unknownPool: ['unknown_pool', 'Director embedded has no pool named Weekly.'],
  tooManyRequests: ['too_many_requests', 'Too many requests. Wait for the time given in Retry-After.', { retryAfterSeconds: 42 }],
  tooManyLogIns: ['too_many_requests', 'Too many failed sign-in attempts. Wait for the time given in Retry-After.', { retryAfterSeconds: 8 }],
  tooManyStreams: ['too_many_streams', 'This caller already has 5 streams. Close one of them.'],
  tooManyWaits: ['too_many_waits', 'This caller already has 20 long polls. Wait until one of them ends.'],
  internal: ['internal_error', "The console failed to process the request. The console's log has the cause under this request id."],
  directorError: ['director_error', 'Director embedded answered: The catalog could not be read.', { reason: 'unexpected_reply' }],
  directorUnreachable: ['director_unreachable', 'Director embedded cannot be reached: connection refused.', { retryAfterSeconds: 5 }],
  databaseUnavailable: ['database_unavailable', "The console's own database does not answer. Try again in a moment.", { retryAfterSeconds: 2 }],
  tooSlow: ['director_too_slow', 'Director embedded did not answer within 60 seconds.'],
} as const satisfies Record<string, Sample>; // prettier-ignore

type SampleName = keyof typeof samples;

/** Errors of single operations; others are the same for all operations with the status. */
const ofOperation: Readonly<Record<string, Readonly<Record<number, readonly SampleName[]>>>> = {
  logIn: { 401: ['invalidCredentials'], 429: ['tooManyLogIns'] },
  redeemOneTimeLink: { 404: ['deadLink'], 422: ['weakPassword'] },
  checkOneTimeLink: { 404: ['deadLink'] },
  changePassword: { 422: ['wrongPassword', 'weakPassword'] },
  saveFilter: { 409: ['filterNameTaken'] },
  changeSavedFilter: { 409: ['filterNameTaken'] },
  runJob: { 409: ['inFlight', 'outcomeUnknown'], 422: ['unknownJob', 'invalidLevel', 'notRunnable', 'whenInPast', 'keyReused'] },
  rerunRun: { 409: ['inFlight', 'outcomeUnknown'], 422: ['unknownJob', 'keyReused'] },
  estimateJob: { 422: ['invalidLevel'] },
  changeJob: { 422: ['unsupported'] },
  acknowledgeRun: { 409: ['runNotFailed'], 422: ['whenInPast'] },
  acknowledgeJob: { 422: ['whenInPast'] },
  acknowledgeClient: { 422: ['whenInPast'] },
  cancelRun: { 409: ['runEnded'] },
  listRuns: { 409: ['cursorOutdated'] },
  getRun: { 429: ['tooManyWaits', 'tooManyRequests'] },
  streamRuns: { 429: ['tooManyStreams', 'tooManyRequests'] },
  listSchedule: { 422: ['noSchedule'] },
  listRunFiles: { 422: ['unsupported'] },
  runRestore: {
    409: ['inFlight', 'outcomeUnknown'],
    422: ['mixedChain', 'incompleteChain', 'nothingSelected', 'selectionTooLarge', 'whereNotAllowed', 'unknownClient', 'keyReused'],
  },
  createDownload: { 409: ['stagingFull'], 422: ['nothingSelected', 'incompleteChain', 'mixedChain'] },
  getDownloadContent: { 409: ['preparing'], 422: ['incompleteChain'] },
  listVersions: { 422: ['unknownClient'] },
  findFiles: { 422: ['unknownClient'] },
  listFolder: { 422: ['unknownRun'] },
  searchFiles: { 422: ['unknownRun'] },
  planRestore: { 422: ['unknownRun', 'nothingSelected'] },
  labelVolume: { 404: ['unknownDirector'], 409: ['volumeNameTaken'], 422: ['unknownPool', 'unsupported'] },
  getConfigurationText: { 404: ['unknownDirector', 'noFile'] },
  createConfigurationChange: { 409: ['byHand'], 422: ['impossible', 'unsupported'] },
  getConfigurationChange: { 409: ['differentKey'] },
  getConfigurationPatch: { 409: ['differentKey'] },
  deleteConfigurationChange: { 409: ['notDraft'] },
  applyConfigurationChange: { 409: ['inFlight', 'hasErrors', 'losesBackups'], 412: ['configurationChanged'], 422: ['keyReused'] },
  revertConfigurationChange: { 409: ['laterChanges'], 422: ['noDifference'] },
  changeVolume: { 409: ['writing'], 422: ['unknownPool', 'unsupported'] },
  getConfigurationResource: { 404: ['noResource', 'unknownDirector'] },
  browseMachine: { 404: ['noFolder', 'unknownDirector'], 409: ['folderUnreadable'], 504: ['folderHangs'] },
  previewPlace: { 504: ['folderHangs'] },
}; // prettier-ignore

const ofStatus: Readonly<Record<number, readonly SampleName[]>> = {
  401: ['unauthenticated'],
  404: ['unknownDirector'],
  409: ['conflict'],
  412: ['changedMeanwhile'],
  413: ['tooLarge'],
  415: ['wrongType'],
  422: ['unsupported'],
  429: ['tooManyRequests'],
  500: ['internal'],
  502: ['directorError'],
  504: ['tooSlow'],
};

/** What a path names that may not exist. */
const missing: readonly (readonly [path: RegExp, sample: SampleName])[] = [
  [/\/runs\/\{jobId\}/, 'noRun'],
  [/\/jobs\/\{name\}/, 'noJob'],
  [/\/clients\/\{name\}/, 'noClient'],
  [/\/volumes\/\{name\}/, 'noVolume'],
  [/\/devices\/\{name\}/, 'noDevice'],
  [/\/storages\/\{name\}/, 'noStorage'],
  [/\/tokens\/\{id\}/, 'noToken'],
  [/\/sessions\/\{id\}/, 'noSession'],
  [/\/saved-filters\/\{id\}/, 'noFilter'],
  [/\/downloads\/\{id\}/, 'noDownload'],
  [/\/audit\/\{id\}/, 'noAuditRecord'],
  [/\/configuration\/changes\/\{id\}/, 'noChange'],
];

/** The errors that an operation answers with a status, at most one of each code. */
export function problemExamples(call: DocumentedCall, status: number): readonly WrittenProblem[] {
  const names = [
    ...(status === 403 ? denialsOf(call) : []),
    ...(ofOperation[call.operationId]?.[status] ?? namesOf(call, status)),
  ];
  const own = status === 400 ? [invalidInput(call)] : status === 403 ? missingCapability(call) : [];
  return [
    ...own.map((error) => ({ name: null, refusal: error })),
    ...names.map((name) => ({ name, refusal: toAppError(samples[name]) })),
  ];
}

function toAppError([code, detail, extras]: Sample): AppError {
  return new AppError(code, detail, extras);
}

function namesOf(call: DocumentedCall, status: number): readonly SampleName[] {
  if (status === 400) return call.isList ? ['cursorMismatch'] : call.hasBody ? ['malformedJson'] : [];
  if (status === 404) return [missing.find(([path]) => path.test(call.path))?.[1] ?? 'unknownDirector'];
  // About a Director only if the operation contacts one.
  if (status === 503)
    return call.statuses.includes(502) ? ['directorUnreachable', 'databaseUnavailable'] : ['databaseUnavailable'];
  return ofStatus[status] ?? [];
}

function invalidInput({ isList, requiredField }: DocumentedCall): AppError {
  const fault =
    requiredField !== null
      ? ({ field: requiredField, code: 'required', detail: `${requiredField} is required` } as const)
      : isList
        ? ({ field: 'limit', code: 'too_large', detail: 'limit must not be greater than 500' } as const)
        : ({ field: 'verbose', code: 'unknown', detail: 'verbose is not an accepted field or parameter' } as const);
  return new AppError('validation_failed', fault.detail, { errors: [fault] });
}

function missingCapability({ capability }: DocumentedCall): readonly AppError[] {
  if (capability === 'none' || capability === 'authenticated') return [];
  const extras = { requiredCapability: capability };
  return [new AppError('missing_capability', `This requires the capability ${capability}.`, extras)];
}

/** Cross-site requests with a session cookie are always rejected. */
function denialsOf({ isSessionOnly }: DocumentedCall): readonly SampleName[] {
  return isSessionOnly ? ['sessionRequired', 'crossSite'] : ['crossSite'];
}
