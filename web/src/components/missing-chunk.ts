/** Code of the page could not be loaded: the console is away, or an upgrade has replaced the file. */
export class MissingChunk extends Error {
  /** The file that is missing, as far as the browser names it. */
  readonly file: string;

  constructor(cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    // The router would reload the page for the browser's own words, also while the console is away.
    super(`Could not load the page: ${said}`, { cause });
    this.name = 'MissingChunk';
    this.file = /\S+\.(?:js|css)\b/.exec(said)?.[0] ?? said;
  }
}

/** Loads code; throws MissingChunk. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw new MissingChunk(error);
  }
}
