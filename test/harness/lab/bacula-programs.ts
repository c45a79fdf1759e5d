import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BaculaVersion } from './bacula-version.js';
import { LabLack } from './lab-lack.js';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

interface Platform {
  readonly triplet: string;
  readonly loader: string;
}

const platforms: Readonly<Partial<Record<NodeJS.Architecture, Platform>>> = {
  x64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
};

const programPaths = {
  director: 'usr/sbin/bacula-dir',
  storage: 'usr/sbin/bacula-sd',
  client: 'usr/sbin/bacula-fd',
  bconsole: 'usr/sbin/bconsole',
  openssl: 'usr/bin/openssl',
} as const;

export type Program = keyof typeof programPaths;

/** Unpacked packages as programs to start: by their own loader and their own libraries, whatever this machine has installed. */
export class BaculaPrograms {
  private readonly platform: Platform;

  constructor(
    readonly version: BaculaVersion,
    readonly root: string,
  ) {
    const platform = platforms[process.arch];
    if (process.platform !== 'linux' || platform === undefined) {
      throw new LabLack('machine', `there are no packages for ${process.platform} on ${process.arch}.`);
    }
    this.platform = platform;
  }

  command(program: Program, args: readonly string[]): Command {
    return { file: this.loader, args: [...this.loaderArgs, join(this.root, programPaths[program]), ...args] };
  }

  /** SQL that makes the catalog's tables, from the script of the packages. */
  catalogSchema(): string {
    const script = readFileSync(join(this.root, 'usr/share/bacula-director/make_postgresql_tables'), 'utf8');
    const body = /<<END-OF-DATA\n(.*)^END-OF-DATA$/ms.exec(script)?.[1];
    if (body === undefined) throw new LabLack('programs', 'the script of the catalog tables has an unknown form.');
    // The shell would replace the `$$` that 15 quotes a block with by its process id; taken as plain text it stays what it is.
    return body;
  }

  /** Plays an autochanger on files. */
  get changerScript(): string {
    return join(this.root, 'etc/bacula/scripts/disk-changer');
  }

  /** Makes the link that the package's install script would make. */
  linkCatalogLibrary(): void {
    const folder = join(this.root, 'usr/lib/bacula');
    for (const name of readdirSync(folder)) {
      const version = /^libbaccats-postgresql-(.+)\.so$/.exec(name)?.[1];
      const link = join(folder, `libbaccats-${version ?? ''}.so`);
      if (version !== undefined && !existsSync(link)) symlinkSync(name, link);
    }
  }

  /** Asks the loader to resolve each program. Throws LabLack where a library is missing or would be taken from this machine. */
  async verify(): Promise<void> {
    for (const path of Object.values(programPaths)) {
      const program = join(this.root, path);
      const { stdout } = await promisify(execFile)(this.loader, [...this.loaderArgs, '--list', program]).catch(
        (cause: unknown) => {
          throw new LabLack('programs', `${path} cannot be loaded: ${String(cause)}`, { cause });
        },
      );
      const foreign = [...stdout.matchAll(/=> (.+?)(?: \(|$)/gm)].find(
        ([, library]) => !library?.startsWith(this.root),
      );
      if (foreign)
        throw new LabLack('programs', `${path} would load ${foreign[1] ?? ''}, which is not of its packages.`);
    }
  }

  private get loader(): string {
    const folder = this.libraryFolders.find((path) => existsSync(join(path, this.platform.loader))) ?? this.root;
    return join(folder, this.platform.loader);
  }

  private get loaderArgs(): string[] {
    return ['--inhibit-cache', '--library-path', this.libraryFolders.join(':')];
  }

  private get libraryFolders(): string[] {
    // Packages of the older release still keep some libraries in /lib.
    const folders = ['usr/lib/bacula', `usr/lib/${this.platform.triplet}`, `lib/${this.platform.triplet}`];
    return folders.map((path) => join(this.root, path));
  }
}
