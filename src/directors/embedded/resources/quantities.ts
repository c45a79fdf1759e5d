const sizeUnits: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

const durationUnits: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
  month: 30 * 86_400,
  year: 365 * 86_400,
};

function readQuantity(text: string, unitOf: (word: string) => number | undefined): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(text.trim());
  const unit = unitOf(match?.[2] ?? '');
  if (!match || unit === undefined) return null;
  const value = Math.round(Number(match[1]) * unit);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Bytes of `5 GiB`, `500 MB` or a bare number; null where the text is none of these. */
export function readSize(text: string): number | null {
  return readQuantity(text, (word) => sizeUnits[word]);
}

/** Seconds of `60 days`, `1 year`, `12 hours`; null where the text is none of these. */
export function readDuration(text: string): number | null {
  return readQuantity(text, (word) => durationUnits[word.toLowerCase().replace(/s$/, '')]);
}
