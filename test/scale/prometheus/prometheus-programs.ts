import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchPackages } from '../../harness/lab/fetch-packages.js';
import { LabLack } from '../../harness/lab/lab-lack.js';

/** Prometheus and its tool as Debian packages them, unpacked and not installed. They need this machine's C library alone. */
export interface PrometheusPrograms {
  readonly server: string;
  readonly tool: string;
}

const recipe = { suite: 'bookworm', packages: ['prometheus'] };

/** Throws LabLack with the reason where they cannot be had. */
export async function fetchPrometheus(): Promise<PrometheusPrograms> {
  return programsOf(
    await fetchPackages('prometheus', recipe, async (folder) => {
      const { server, tool } = programsOf(folder);
      for (const program of [server, tool]) {
        if (!existsSync(program)) throw new LabLack('programs', `the package has no ${program}.`);
        await promisify(execFile)(program, ['--version'], { timeout: 60_000 }).catch((cause: unknown) => {
          throw new LabLack('programs', `${program} does not run: ${String(cause)}`, { cause });
        });
      }
    }),
  );
}

function programsOf(root: string): PrometheusPrograms {
  return { server: join(root, 'usr/bin/prometheus'), tool: join(root, 'usr/bin/promtool') };
}

export interface ToolAnswer {
  readonly status: number;
  /** What it printed, on both streams. */
  readonly text: string;
}

/** Runs promtool, with a text to read where it takes one. */
export function runPromtool({ tool }: PrometheusPrograms, args: readonly string[], input = ''): Promise<ToolAnswer> {
  return new Promise((resolve) => {
    const child = execFile(tool, [...args], { timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), text: stdout + stderr });
    });
    child.stdin?.end(input);
  });
}
