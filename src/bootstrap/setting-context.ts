/** Runs a startup step that depends on a setting; the message of a failure starts with that setting. */
export async function withSettingContext<T>(setting: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw new Error(`${setting}: ${reasonOf(cause)}`, { cause });
  }
}

/** A name with several addresses fails with one error each, and with no text of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
