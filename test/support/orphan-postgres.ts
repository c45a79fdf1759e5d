import { EmbeddedPostgres } from '../../src/platform/database/embedded-postgres/embedded-postgres.js';

// Run as a process of its own by a test, which then kills it: what stays behind is a PostgreSQL without its console.
const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: orphan-postgres FOLDER');
await EmbeddedPostgres.start({ folder });
process.stdout.write('started\n');
