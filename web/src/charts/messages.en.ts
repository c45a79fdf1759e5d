/** What a square says. */
export const heatmap = {
  outcomes: {
    completed: 'succeeded',
    warning: 'with warnings',
    unusual: 'unusually small or slow',
    error: 'failed',
    canceled: 'canceled',
    running: 'running',
    unfinished: 'running or waiting',
    queued: 'queued',
    waiting: 'waiting',
    missed: 'missed',
    pending: 'scheduled',
    noneDue: 'not scheduled',
    before: 'no data',
    unknown: 'unknown',
  },
  legend: 'Legend',
  asTable: 'Show as table',
  keys: 'Use the arrow keys to move between squares, Enter to open one.',
};
