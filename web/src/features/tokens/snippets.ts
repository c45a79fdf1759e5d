import { apiRoot } from '../../api/address';

interface SnippetFacts {
  /** The job that the snippets start; null where the token may start none: they list jobs then. */
  readonly job: string | null;
}

/** For a shell: nothing in single quotes is special but the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const jobsUrl = `${apiRoot}/operations/jobs`;
const runsUrl = `${apiRoot}/operations/runs`;

/**
 * curl reads the header from its input: other users of the machine see command lines, and a history keeps them. The printf of a
 * shell is no program of its own.
 */
const header = `printf 'Authorization: Bearer %s\\n' "$BACKUP_TOKEN"`;

/** Takes the token without showing or keeping it, then proves it. One line, or `read` would take the next. For bash and zsh. */
export const curlSnippet = `read -rs BACKUP_TOKEN && ${header} | curl -H @- ${quoted(jobsUrl)}`;

/** Lists the jobs, for a token that may start none. */
const listJobs: readonly string[] = [`${header} |`, `  curl --fail-with-body -H @- ${quoted(jobsUrl)}`];

/**
 * Starts the job, waits for its end and fails unless it succeeded. POSIX sh with curl and grep, because images for pipelines
 * often have no jq. The key makes a request that is sent again start nothing twice.
 */
function runAndWait(job: string, key: string): readonly string[] {
  return [
    'set -eu',
    'api() {',
    `  ${header} |`,
    '    curl --silent --show-error --fail-with-body --retry 3 -H @- "$@"',
    '}',
    'run=$(api -X POST \\',
    '  -H "Content-Type: application/json" \\',
    `  -H "Idempotency-Key: ${key}" \\`,
    `  -d ${quoted(JSON.stringify({ job }))} \\`,
    `  ${quoted(`${jobsUrl}/run`)}) || { printf '%s\\n' "$run"; exit 1; }`,
    `id=$(printf '%s' "$run" | grep -o '"jobId":[0-9]*' | head -n 1 | cut -d : -f 2)`,
    'status=queued',
    'while case $status in queued | running | waiting) ;; *) false ;; esac; do',
    `  status=$(api ${quoted(`${runsUrl}/`)}"$id?wait=60" |`,
    `    grep -o '"status":"[a-z]*"' | head -n 1 | cut -d '"' -f 4)`,
    'done',
    'echo "Backup run $id: $status"',
    'case $status in completed | warning) ;; *) exit 1 ;; esac',
  ];
}

function linesFor(job: string | null, key: string, indent: string): string {
  return (job === null ? listJobs : runAndWait(job, key)).map((line) => `${indent}${line}`).join('\n');
}

/** A script that takes the token from BACKUP_TOKEN. */
export function shellScript(job: string): string {
  return ['#!/bin/sh', ...runAndWait(job, 'shell-$(date +%s)-$$')].join('\n');
}

/** Makes a file that only its owner reads, from what is pasted. */
export const tokenFile = '(umask 077; cat > ~/.backup-token)';

export const shellCommand = 'BACKUP_TOKEN=$(cat ~/.backup-token) sh backup.sh';

/** Asks for the secret. */
export const githubSecret = 'gh secret set BACKUP_TOKEN';

export function githubStep({ job }: SnippetFacts): string {
  // A workflow that is run again is to make another backup.
  const key = 'github-${{ github.run_id }}-${{ github.run_attempt }}';
  return `- name: Backup\n  env:\n    BACKUP_TOKEN: \${{ secrets.BACKUP_TOKEN }}\n  run: |\n${linesFor(job, key, '    ')}`;
}

export function gitlabVariable(plaintext: string): string {
  return `BACKUP_TOKEN=${plaintext}`;
}

export function gitlabJob({ job }: SnippetFacts): string {
  return `backup:\n  script:\n    - |\n${linesFor(job, 'gitlab-$CI_JOB_ID', '      ')}`;
}
