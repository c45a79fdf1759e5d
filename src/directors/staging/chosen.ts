const slash = 0x2f;

/** Which restored paths belong to a selection: a Director may restore more, such as the first name of a chosen hard link. */
export class Chosen {
  private readonly paths: ReadonlySet<string>;

  /** Raw paths; a folder's ends in `/` and takes its tree. None: everything. */
  constructor(selection: readonly Uint8Array[]) {
    this.paths = new Set(selection.map((path) => asRestored(Buffer.from(path).toString('latin1'))));
  }

  has(path: Buffer): boolean {
    if (this.paths.size === 0) return true;
    const text = path.toString('latin1');
    if (this.paths.has(text)) return true;
    for (let at = path.lastIndexOf(slash); at >= 0; at = at === 0 ? -1 : path.lastIndexOf(slash, at - 1)) {
      if (this.paths.has(text.slice(0, at + 1))) return true;
    }
    return false;
  }
}

/** `C:/x` is restored to `C/x` below a folder. */
function asRestored(path: string): string {
  return path.replace(/^([A-Za-z]):\//, '/$1/');
}
