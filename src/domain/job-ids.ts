export const maxJobIds = 200;
const maxJobId = 2 ** 31 - 1;

function isJobId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxJobId;
}

/** A job id written in decimal, or null. Job ids are positive 32-bit integers in every catalog. */
export function parseJobId(text: string): number | null {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return isJobId(value) ? value : null;
}

/** The job ids of a comma-separated list, each once, in the order given; null where one is malformed or none or too many are given. */
export function parseJobIds(text: string): number[] | null {
  const ids = text.split(',').map((word) => parseJobId(word.trim()));
  return ids.every((id) => id !== null) ? distinctJobIds(ids) : null;
}

/** The same for values of a JSON array. */
export function distinctJobIds(values: readonly unknown[]): number[] | null {
  if (!values.every(isJobId)) return null;
  const ids = [...new Set(values)];
  return ids.length >= 1 && ids.length <= maxJobIds ? ids : null;
}
