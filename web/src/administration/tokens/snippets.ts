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

/** One line that proves the token. */
export function curlSnippet(plaintext: string): string {
  return `curl -H ${quoted(`Authorization: Bearer ${plaintext}`)} ${quoted(jobsUrl)}`;
}

/** Lines of a shell that take the token from BACKUP_TOKEN. The key makes a step that is tried again start nothing twice. */
function callOf(job: string | null, key: string, indent: string): string {
  const lines =
    job === null
      ? ['curl --fail-with-body \\', '  -H "Authorization: Bearer $BACKUP_TOKEN" \\', `  ${quoted(jobsUrl)}`]
      : [
          'curl --fail-with-body -X POST \\',
          '  -H "Authorization: Bearer $BACKUP_TOKEN" \\',
          '  -H "Content-Type: application/json" \\',
          `  -H "Idempotency-Key: ${key}" \\`,
          `  -d ${quoted(JSON.stringify({ job }))} \\`,
          `  ${quoted(`${jobsUrl}/run`)}`,
        ];
  return lines.map((line) => `${indent}${line}`).join('\n');
}

export function githubSecret(plaintext: string): string {
  return `gh secret set BACKUP_TOKEN --body ${quoted(plaintext)}`;
}

export function githubStep({ job }: SnippetFacts): string {
  const key = 'github-${{ github.run_id }}';
  return `- name: Backup\n  env:\n    BACKUP_TOKEN: \${{ secrets.BACKUP_TOKEN }}\n  run: |\n${callOf(job, key, '    ')}`;
}

export function gitlabVariable(plaintext: string): string {
  return `BACKUP_TOKEN=${plaintext}`;
}

export function gitlabJob({ job }: SnippetFacts): string {
  return `backup:\n  script:\n    - |\n${callOf(job, 'gitlab-$CI_JOB_ID', '      ')}`;
}
