import { apiRoot } from '../../api/address';

interface SnippetFacts {
  readonly plaintext: string;
  /** The job that the snippets start; null where the token may start none: they list jobs then. */
  readonly job: string | null;
}

/** For a shell: nothing in single quotes is special but the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const jobsUrl = `${apiRoot}/operations/jobs`;
const runsUrl = `${apiRoot}/operations/runs`;

/** One line that proves the token. */
export function curlSnippet(plaintext: string): string {
  return `curl -H ${quoted(`Authorization: Bearer ${plaintext}`)} ${quoted(jobsUrl)}`;
}

/** Lists the jobs, for a token that may start none. */
const listJobs: readonly string[] = [
  'curl --fail-with-body \\',
  '  -H "Authorization: Bearer $BACKUP_TOKEN" \\',
  `  ${quoted(jobsUrl)}`,
];

/**
 * Starts the job, waits for its end and fails unless it succeeded. POSIX sh with curl and grep, because images for pipelines
 * often have no jq. The key makes a request that is sent again start nothing twice.
 */
function runAndWait(job: string, key: string): readonly string[] {
  return [
    'set -eu',
    'api() {',
    '  curl --silent --show-error --fail-with-body --retry 3 \\',
    '    -H "Authorization: Bearer $BACKUP_TOKEN" "$@"',
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

export function shellCommand(plaintext: string): string {
  return `BACKUP_TOKEN=${quoted(plaintext)} sh backup.sh`;
}

export function githubSecret(plaintext: string): string {
  return `gh secret set BACKUP_TOKEN --body ${quoted(plaintext)}`;
}

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
