import { rmSync } from 'node:fs';
import { type BaculaPrograms, type Program } from './bacula-programs.js';
import { type BaculaVersion } from './bacula-version.js';
import { runBconsole } from './bconsole.js';
import { type LabClientName, labClients, type LabConsole, type LabConsoles, type LabPlan, type LabTls } from './configuration/lab-plan.js'; // prettier-ignore
import { configurationFile } from './configure.js';
import { type LabDatabase } from './lab-database.js';
import { type LabFolders } from './lab-files.js';
import { OwnedProcess } from './owned-process.js';

type Daemon = 'director' | 'storage' | LabClientName;

const programs: Readonly<Record<Daemon, Program>> = {
  director: 'director',
  storage: 'storage',
  'alpha-fd': 'client',
  'beta-fd': 'client',
};

/**
 * A running Bacula of our own: Director, storage daemon, two clients and a catalog. Killed or held daemons stay so until they
 * are started or continued again. `stop` removes everything it made.
 */
export class Lab {
  private readonly running = new Map<Daemon, OwnedProcess>();

  constructor(
    private readonly plan: LabPlan,
    private readonly packages: BaculaPrograms,
    private readonly database: LabDatabase,
  ) {}

  get version(): BaculaVersion {
    return this.plan.version;
  }

  get directorName(): string {
    return this.plan.directorName;
  }

  readonly address = '127.0.0.1';

  get port(): number {
    return this.plan.ports.director;
  }

  /** Of the default console. */
  get password(): string {
    return this.plan.consoles.default.password;
  }

  get consoles(): LabConsoles {
    return this.plan.consoles;
  }

  get tls(): LabTls {
    return this.plan.tls;
  }

  get timezone(): string {
    return this.plan.timezone;
  }

  get folders(): LabFolders {
    return this.plan.folders;
  }

  /** Of a role with SELECT on the catalog's tables and nothing else. Holds its password. */
  get catalogUrl(): string {
    return this.database.url;
  }

  /** Process ids of the daemons that run now. */
  get pids(): number[] {
    return [...this.running.values()].filter((daemon) => daemon.isRunning).map((daemon) => daemon.pid);
  }

  async start(): Promise<void> {
    await Promise.all([this.startStorage(), ...labClients.map((name) => this.startClient(name))]);
    await this.startDirector();
  }

  startDirector(): Promise<void> {
    return this.launch('director');
  }

  async killDirector(): Promise<void> {
    await this.running.get('director')?.kill();
  }

  async restartDirector(): Promise<void> {
    await this.running.get('director')?.stop();
    await this.startDirector();
  }

  /** Holds it (SIGSTOP): the port still takes connections, nothing answers. */
  stopDirector(): void {
    this.running.get('director')?.signal('SIGSTOP');
  }

  continueDirector(): void {
    this.running.get('director')?.signal('SIGCONT');
  }

  startStorage(): Promise<void> {
    return this.launch('storage');
  }

  async killStorage(): Promise<void> {
    await this.running.get('storage')?.kill();
  }

  startClient(name: LabClientName): Promise<void> {
    return this.launch(name);
  }

  async killClient(name: LabClientName): Promise<void> {
    await this.running.get(name)?.kill();
  }

  /** Changes what stands in the catalog, as the Director's own role. */
  changeCatalog(sql: string): Promise<void> {
    return this.database.change(sql);
  }

  /** Nobody reaches the catalog any more, the Director included. */
  takeCatalogDown(): Promise<void> {
    return this.database.takeDown();
  }

  bringCatalogUp(): Promise<void> {
    return this.database.bringUp();
  }

  /** The Director comes back over an empty catalog: its ids start over. */
  renewCatalog(): Promise<void> {
    return this.withoutDirector(() => this.database.renew(this.packages.catalogSchema()));
  }

  /** Keeps the catalog as it is now; the Director restarts over it. */
  saveCatalog(): Promise<void> {
    return this.withoutDirector(() => this.database.save());
  }

  /** The Director comes back over the catalog that was saved last: yesterday's. */
  bringBackCatalog(): Promise<void> {
    return this.withoutDirector(() => this.database.bringBack());
  }

  /**
   * Gives the commands to the real bconsole and answers everything that it printed, log-in lines included. Throws when it
   * has not ended within the limit.
   */
  bconsole(commands: readonly string[], as: LabConsole = this.consoles.default, limitMs = 60_000): Promise<string> {
    return runBconsole(this.packages, this.plan, as, commands, limitMs);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running.values()].map((daemon) => daemon.kill()));
    await this.database.drop();
    rmSync(this.folders.root, { recursive: true, force: true });
  }

  private async withoutDirector(work: () => Promise<void>): Promise<void> {
    await this.running.get('director')?.stop();
    await work();
    await this.startDirector();
  }

  private async launch(name: Daemon): Promise<void> {
    if (this.running.get(name)?.isRunning) return;
    const daemon = await OwnedProcess.start({
      what: name,
      command: this.packages.command(programs[name], ['-f', '-c', configurationFile(this.plan, name)]),
      port: this.plan.ports[name],
      logFile: `${this.folders.logs}/${name}.out`,
      env: daemonEnvironment(this.plan.timezone),
    });
    this.running.set(name, daemon);
  }
}

/** Nothing of ours: a PGHOST or an OpenSSL configuration of the machine would reach into the daemons. */
function daemonEnvironment(timezone: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: timezone,
    OPENSSL_CONF: '/dev/null',
    PGGSSENCMODE: 'disable',
    PGCONNECT_TIMEOUT: '5',
  };
}
