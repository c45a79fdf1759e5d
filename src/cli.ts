import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectDirectors } from './directors/discovery/detect-directors.js';
import { proposalFor } from './directors/discovery/proposal.js';
import { directorFileName } from './directors/embedded/resources/director-file.js';
import { readSettings } from './config/settings.js';
import { readResources } from './directors/embedded/resources/read-resources.js';

const usage = `Usage: backup-console <command>

  check [file]      Reads director.yaml as the console does and reports what is wrong, with entry, line and column.
                    Without a file, the one in DATA_DIR is read. Starts nothing and changes nothing.
  detect [folder]   Searches this machine (or a directory tree below another root) for Bacula and Bareos and prints
                    the settings that connect the console to them. Connects to nothing and changes nothing.
`;

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function detect(root: string): number {
  const found = detectDirectors(root);
  if (found.length === 0) {
    process.stdout.write('No Bacula or Bareos configuration was found on this machine.\n');
    return 1;
  }
  for (const director of found) {
    process.stdout.write(`${proposalFor(director, { consolePassword: newSecret(), databasePassword: newSecret() })}\n`);
  }
  return 0;
}

/** An error is found before the console reads the file. */
function check(place: string | undefined): number {
  try {
    const file = place ?? join(readSettings().dataDir, directorFileName);
    const { jobs } = readResources(readFileSync(file, 'utf8'), 'embedded');
    process.stdout.write(`${file} has no errors. Jobs: ${jobs.map(({ name }) => name).join(', ') || 'none'}.\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

const [command, place] = process.argv.slice(2);
if (command === 'detect') {
  process.exitCode = detect(place ?? '/');
} else if (command === 'check') {
  process.exitCode = check(place);
} else {
  process.stderr.write(usage);
  process.exitCode = command === undefined || command === 'help' || command === '--help' ? 0 : 2;
}
