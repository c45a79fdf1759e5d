import { type StagedFolder } from '../../../domain/staging.port.js';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Names of the subfolders of downloads. `installation` is in them, so that two consoles with one staging folder do not take each other's
 * for left-overs.
 */
export class StagedNames {
  private readonly prefix: string;
  private readonly pattern: RegExp;

  constructor(installation: Buffer) {
    this.prefix = `.backup-console-download-${installation.toString('hex').slice(0, 12)}-`;
    this.pattern = new RegExp(`^${this.prefix.replaceAll('.', '\\.')}${uuid}$`);
  }

  /** `id` is a random UUID. */
  of(id: string): string {
    return this.prefix + id;
  }

  isOwn(name: string): boolean {
    return this.pattern.test(name);
  }
}

export function pathOfStaged({ folder, name }: StagedFolder): string {
  return `${folder}/${name}`;
}

export function stagedOfPath(path: string): StagedFolder {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, at), name: path.slice(at + 1) };
}
