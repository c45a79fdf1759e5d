/** The part of an API token that is random, and whatever looks like it; identifiers of ours have hyphens. */
const tokenShape = /[0-9A-Za-z]{36,}/g;

/** A text from outside as it may stand in a log: people paste tokens into addresses. */
export function hideSecrets(text: string): string {
  return text.replaceAll(tokenShape, '[hidden]');
}
