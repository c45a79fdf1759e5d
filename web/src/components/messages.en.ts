import { plural } from '../i18n/plural';

export const acknowledgement = {
  title: 'Acknowledgement',
  note: 'Note to others',
  give: 'Acknowledge',
  change: 'Change acknowledgement',
  remove: 'Remove acknowledgement',
  removed: (name: string) => `Acknowledgement by ${name} removed.`,
  by: (name: string) => `Acknowledged by ${name}`,
  lasts: 'until',
};

export const combobox = {
  asTyped: (name: string) => `“${name}” (as typed)`,
  none: 'No matches.',
  names: 'Matching names',
  more: 'There are more. Type part of the name.',
  hint: 'type to search',
};

export const clientStatus = {
  notInUse: 'Not in use',
  pausedUntil: (time: string) => `Muted until ${time}`,
};

export const newPassword = {
  fresh: 'New password',
  again: 'Repeat new password',
  rule: 'At least 12 characters that are hard to guess: not only names, common words, keyboard rows, dates or repeats. Four unrelated words work well.',
  differ: 'The passwords do not match.',
};

export const oneDirector = {
  which: 'Choose a Director',
  nowhere: 'None of the Directors that answer has this. Choose a Director to check anyway:',
  usual: 'Default Director',
};

export const sectionError = {
  missing: 'This part of the page could not be loaded. Reload the page to try again.',
  reload: 'Reload',
};

export const startRun = {
  inDoubt: (detail: string) => `${detail} The run may have started. Press again to check; it does not start twice.`,
};

export const secret = {
  copyOf: (label: string) => `Copy: ${label}`,
  selected: 'Selected. Press Ctrl+C',
};

export const copyOnce = {
  copy: 'Copy',
  copyOf: (label: string) => `Copy: ${label}`,
  copied: 'Copied',
  selected: 'Selected. Press Ctrl+C',
};

export const undo = { undo: 'Undo' };

export const expiry = {
  until: 'Until',
  untils: {
    none: 'no end',
    day: 'in a day',
    days: 'in 3 days',
    week: 'in a week',
    month: 'in 30 days',
    date: 'a date…',
  },
  date: 'Date, in the time zone of this browser',
};

export const protection = {
  states: {
    ok: 'Protected',
    warn: 'Overdue',
    crit: 'Critically overdue',
    never: 'Never backed up',
    unknown: 'Not known yet',
    not_monitored: 'Not monitored',
  },
  /** Of a client with several jobs: how many of them it is about. */
  ofJobs: (part: number, all: number) => `${part} of ${plural('en', all, 'job', 'jobs')}`,
  bases: {
    job: 'this job',
    client: 'its client',
    schedule: 'its schedule',
    global: 'thresholds for all clients',
  },
  limits: (warn: string, crit: string) => `Overdue after ${warn}, critical after ${crit}.`,
};

/** When a schedule starts something, in words. */
export const schedule = {
  rule: (level: string, when: string) => `${level}: ${when}`,
  every: (span: string) => `every ${span}`,
  daily: 'daily',
  eachWeekday: (weekday: string) => `${weekday}s`,
  ordinals: ['first', 'second', 'third', 'fourth', 'fifth'],
  inMonth: (weeks: string, weekdays: string) => `${weeks} ${weekdays} of the month`,
  onMonthDays: (days: string) => `on day ${days} of the month`,
  timesADay: (count: number, first: string, last: string) => `${count} times from ${first} to ${last}`,
};

export const purge = {
  title: {
    prune: (volume: string) => `Prune ${volume}`,
    purge: (volume: string) => `Purge ${volume}`,
    delete: (volume: string) => `Delete ${volume}`,
    truncate: (volume: string) => `Truncate ${volume}`,
    deleteRun: (jobId: string) => `Delete run ${jobId}`,
  },
  about: {
    prune:
      'Pruning deletes the catalog records of the runs on this volume whose retention has expired. They can no longer be restored.',
    purge:
      'Purging deletes the catalog records of all runs on this volume regardless of retention. They can no longer be restored.',
    delete:
      'Deleting removes the volume and the records of all runs on it from the catalog. They can no longer be restored. On Bacula and Bareos the file or tape itself remains; the embedded Director deletes its file.',
    truncate:
      'Truncating frees the bytes of the volume at its storage. The volume must be purged. This cannot be undone.',
    deleteRun:
      'Deleting removes the catalog records of this run. It can no longer be restored. Its data stays on the volumes until they are recycled.',
  },
  nothing: {
    prune: 'Nothing to prune: no retention has expired, or a retained chain still needs the runs.',
    purge: 'No runs on this volume: nothing would be lost.',
    delete: 'No runs on this volume: no backup would be lost.',
    truncate: 'No runs on this volume: no backup would be lost.',
    deleteRun: 'No records of this run: nothing would be lost.',
  },
  lost: 'What will be lost',
  runs: 'Runs',
  points: 'Restore points lost',
  broken: 'Restore points broken',
  pointsShort: 'Points lost',
  brokenShort: 'Points broken',
  brokenAre: (count: number) =>
    count === 1
      ? 'The broken restore point is a later Incremental or Differential that depends on a deleted run. It stays in the list, but can no longer be restored completely.'
      : 'Broken restore points are later Incrementals and Differentials that depend on a deleted run. They stay in the list, but can no longer be restored completely.',
  exactBytes: (exact: string) => `${exact} bytes`,
  files: 'Files',
  bytes: 'Backed-up bytes',
  elsewhere: (count: number) =>
    `${plural('en', count, 'run has', 'runs have')} data on other volumes too; that is lost as well.`,
  copied: (count: number) =>
    `${plural('en', count, 'run loses', 'runs lose')} nothing: a copy on another volume takes its place.`,
  byClient: 'By client',
  client: 'Client',
  fileset: 'Fileset',
  newest: 'Newest affected',
  fulls: 'Fulls',
  lastFull: 'loses its last Full',
  keeps: (fulls: number) => `${plural('en', fulls, 'Full', 'Fulls')} left`,
  noFull: 'none, as before',
  firstOf: (shown: string, total: string) =>
    `The first ${shown} of ${total}; those that lose their last Full are listed first.`,
  onlyCopy: (count: number) =>
    `This removes the last Full backup of ${plural('en', count, 'fileset', 'filesets')}. Run a new Full first, or confirm.`,
  force: (count: number) =>
    count === 1 ? 'Delete this last Full anyway' : `Delete all ${count} of these last Fulls anyway`,
  type: (volume: string) => `Type ${volume} to confirm`,
  submit: {
    prune: 'Prune volume',
    purge: 'Purge volume',
    delete: 'Delete volume',
    truncate: 'Truncate volume',
    deleteRun: 'Delete run',
  },
  keep: 'Cancel',
  done: {
    prune: (volume: string, runs: number, status: string) =>
      `${volume} pruned: ${plural('en', runs, 'run', 'runs')} deleted. Status: ${status}.`,
    purge: (volume: string, runs: number, status: string) =>
      `${volume} purged: ${plural('en', runs, 'run', 'runs')} deleted. Status: ${status}.`,
    delete: (volume: string, runs: number) =>
      `${volume} deleted from the catalog, with ${plural('en', runs, 'run', 'runs')}.`,
    truncate: (volume: string) => `${volume} truncated.`,
    deleteRun: (jobId: string) => `Run ${jobId} deleted from the catalog. It stays in this history.`,
  },
  left: (runs: number) =>
    `${plural('en', runs, 'run', 'runs')} that should have been deleted still ${runs === 1 ? 'exists' : 'exist'}. Read the Director's reply.`,
  said: "The Director's reply:",
};
