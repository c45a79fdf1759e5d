import { type Changes } from '../audit/audit-recorder.js';

/** Before and after of the members that differ. Members are plain values or times. */
export function changesBetween<T extends object>(before: T, after: T): Changes {
  const [old, young] = [before, after].map((settings) => new Map<string, unknown>(Object.entries(settings)));
  const names = [...(young?.keys() ?? [])].filter((name) => textOf(old?.get(name)) !== textOf(young?.get(name)));
  return Object.fromEntries(names.map((name) => [name, { from: old?.get(name), to: young?.get(name) }]));
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}
