/** A line of curl that the page offers. */
export interface CurlLine {
  /** `GET /operations/jobs`. */
  readonly name: string;
  readonly text: string;
}

const lines = new Map<string, CurlLine>();
const listeners = new Set<() => void>();
let offered: readonly CurlLine[] = [];

function renew(): void {
  const seen = new Map([...lines.values()].map((line) => [line.text, line]));
  offered = [...seen.values()];
  for (const tell of listeners) tell();
}

/** The lines of what is on the page now, each once, in the order in which they came. */
export function offeredLines(): readonly CurlLine[] {
  return offered;
}

export function offerLine(id: string, line: CurlLine): void {
  lines.set(id, line);
  renew();
}

export function withdrawLine(id: string): void {
  lines.delete(id);
  renew();
}

export function onLines(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
