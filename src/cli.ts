import { randomBytes } from 'node:crypto';
import { detectDirectors } from './adapters/director/detect/detect-directors.js';
import { proposalFor } from './adapters/director/detect/proposal.js';

const usage = `Usage: backup-console <command>

  detect [folder]   Looks for Bacula and Bareos on this machine (or below another root folder) and proposes how this
                    console is to speak to them. Contacts nothing and changes nothing.
`;

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function detect(root: string): number {
  const found = detectDirectors(root);
  if (found.length === 0) {
    process.stdout.write('No configuration of Bacula or Bareos was found on this machine.\n');
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
