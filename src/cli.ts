import { randomBytes } from 'node:crypto';
import { detectDirectors } from './adapters/director/detect/detect-directors.js';
import { proposalFor } from './adapters/director/detect/proposal.js';

const usage = `Usage: backup-console <command>

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

const [command, folder = '/'] = process.argv.slice(2);
if (command === 'detect') {
  process.exitCode = detect(folder);
} else {
  process.stderr.write(usage);
  process.exitCode = command === undefined || command === 'help' || command === '--help' ? 0 : 2;
}
