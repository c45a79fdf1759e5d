import { writeFileSync } from 'node:fs';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value should be at least or at most; absent where a figure is told for its own sake. */
  readonly aim?: { readonly atLeast: number } | { readonly atMost: number };
}

/** Prints each figure as it is found, and keeps all for the file. */
export class Report {
  private readonly lines: object[] = [];

  add(figure: Figure): void {
    const { name, unit, aim } = figure;
    const value = Number(figure.value.toPrecision(4));
    const verdict = aim === undefined ? '-' : isMet(value, aim) ? 'met' : 'short';
    const target = aim === undefined ? '-' : 'atLeast' in aim ? `>=${aim.atLeast}` : `<=${aim.atMost}`;
    this.lines.push({ name, value, unit, aim: target, verdict });
    process.stdout.write(`${name} ${value} ${unit} ${target} ${verdict}\n`);
  }

  /** Says which part could not be measured on this machine, and why. */
  lack(part: string, reason: string): void {
    this.lines.push({ name: part, verdict: 'not measured', reason });
    process.stdout.write(`${part} not measured: ${reason}\n`);
  }

  write(file: string): void {
    writeFileSync(file, `${JSON.stringify(this.lines, null, 2)}\n`);
  }
}

function isMet(value: number, aim: NonNullable<Figure['aim']>): boolean {
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Lets the contenders take turns, so that a machine that slows down slows all of them; answers each one's values. */
export async function interleaved(
  rounds: number,
  contenders: readonly (() => Promise<number>)[],
): Promise<readonly (readonly number[])[]> {
  const values = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) values[at]?.push(await contender());
  }
  return values;
}
