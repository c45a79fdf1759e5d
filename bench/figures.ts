export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value must be at least or at most; absent where the figure only explains another one. */
  readonly aim?: { readonly atLeast: number } | { readonly atMost: number } | undefined;
}

/** Prints `name value unit aim met|short` for each figure as soon as it is measured. */
export class Report {
  private readonly short: string[] = [];

  add({ name, value, unit, aim }: Figure): void {
    // A value that was not measured is NaN, which meets no aim.
    const isMet = aim === undefined || ('atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost);
    const verdict = aim === undefined ? '-' : isMet ? 'met' : 'short';
    const target = aim === undefined ? '-' : 'atLeast' in aim ? `>=${aim.atLeast}` : `<=${aim.atMost}`;
    if (!isMet) this.short.push(name);
    process.stdout.write(`${name} ${Number(value.toPrecision(4))} ${unit} ${target} ${verdict}\n`);
  }

  note(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** Lists the aims that were not met; the process then ends with 1. */
  end(): void {
    if (this.short.length === 0) return;
    this.note(`short: ${this.short.join(', ')}`);
    process.exitCode = 1;
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The contenders take turns: a machine that slows down then slows all of them. Returns the values of each. */
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
