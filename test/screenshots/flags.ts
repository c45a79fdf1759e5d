import { parseArgs } from 'node:util';

/** What `npm run screenshots` was called with; take-screenshots.ts describes each. */
export const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
    nights: { type: 'string', default: '28' },
    keep: { type: 'boolean', default: false },
  },
});
