import { startLab } from './start-lab.js';

// Run as a process of its own by a test, which then kills it: its daemons must not outlive it.
const server = process.argv[2];
const lab = await startLab({ version: '15', ...(server === undefined ? {} : { server }) });
process.stdout.write(`${JSON.stringify(lab.pids)}\n`);
