import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { type ConnectedDirector, DirectorConnector } from '../../../domain/director-connector.port.js';
import { publicSettings, columnsOf, settingsOf } from './director.mapper.js';
import { DirectorRegistry } from '../../../domain/director-registry.js';
import { LOG } from '../../../platform/logging/log.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { SecretBox } from '../../../platform/security/secret-box.js';
import { withCatalogFilesRead } from './catalog-files.js';
import { type ConfiguredDirectorEntity, ConfiguredDirectorsRepository } from './connections.repository.js';

interface KnownDirector {
  readonly revision: number;
  /** null: its settings could not be used. */
  readonly connected: ConnectedDirector | null;
}

/** Keeps the registry in step with the stored Directors, also with changes of other instances. */
@Injectable()
export class ConnectedDirectors implements OnModuleInit, BeforeApplicationShutdown {
  private readonly known = new Map<string, KnownDirector>();
  private step: Promise<void> = Promise.resolve();

  constructor(
    private readonly rows: ConfiguredDirectorsRepository,
    private readonly registry: DirectorRegistry,
    private readonly connector: DirectorConnector,
    private readonly box: SecretBox,
    private readonly unitOfWork: UnitOfWork,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const { name } of await this.rows.list()) await this.takeInCatalogFiles(name);
    await this.catchUp();
  }

  @Interval(5_000)
  async onTick(): Promise<void> {
    try {
      await this.catchUp();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not read stored Directors; will retry.');
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.step.catch(() => undefined);
    const connected = [...this.known.values()].map((known) => known.connected).filter((one) => one !== null);
    await Promise.all(connected.map((one) => one.close()));
    this.known.clear();
  }

  /** Returns when the registry matches the stored state. */
  catchUp(): Promise<void> {
    const next = this.step.catch(() => undefined).then(() => this.read());
    this.step = next;
    return next;
  }

  /**
   * Entries stored before their certificates were may name files in the catalog's URL: the contents are copied into the entry
   * once. If that fails, only the catalog of this Director cannot be read, until a user saves it with certificates.
   */
  private async takeInCatalogFiles(name: string): Promise<void> {
    try {
      await this.unitOfWork.run(async (transaction) => {
        const row = await this.rows.lock(transaction, name);
        const before = row && settingsOf(row, this.box);
        const after = before && withCatalogFilesRead(before);
        if (!row || !after || after === before) return;
        Object.assign(row, columnsOf(after, this.box), { revision: row.revision + 1 });
        await this.rows.update(transaction, row);
      });
    } catch (error) {
      this.log.error({ err: error, director: name }, 'Could not check whether a stored catalog URL names files.');
    }
  }

  private async read(): Promise<void> {
    const rows = await this.rows.list();
    const gone = [...this.known.keys()].filter((name) => !rows.some((row) => row.name === name));
    for (const name of gone) this.drop(name);
    for (const row of rows) if (this.known.get(row.name)?.revision !== row.revision) this.take(row);
    const chosen = rows.find((row) => row.isDefault && this.known.get(row.name)?.connected);
    this.registry.chooseDefault(chosen?.name ?? null);
  }

  private take(row: ConfiguredDirectorEntity): void {
    const { name, revision } = row;
    const connected = this.connect(row);
    const before = this.known.get(name)?.connected ?? null;
    this.known.set(name, { revision, connected });
    if (!connected && before) this.registry.remove(name);
    this.close(name, before);
  }

  private connect(row: ConfiguredDirectorEntity): ConnectedDirector | null {
    const { name } = row;
    if (this.registry.all().some((entry) => entry.name === name && entry.origin === 'file')) {
      this.log.warn(
        { director: name },
        'DIRECTORS_FILE and the database both define a Director with this name. Using the one from the file.',
      );
      return null;
    }
    try {
      const settings = settingsOf(row, this.box);
      const connected = this.connector.connect(settings);
      const { director, catalog } = connected;
      const entry = { name, kind: settings.kind, origin: 'stored', settings: publicSettings(settings) } as const;
      this.registry.put({ ...entry, director, catalog });
      return connected;
    } catch (error) {
      this.log.error({ err: error, director: name }, 'Could not use the settings of a stored Director.');
      return null;
    }
  }

  private drop(name: string): void {
    const connected = this.known.get(name)?.connected ?? null;
    this.known.delete(name);
    if (connected) this.registry.remove(name);
    this.close(name, connected);
  }

  private close(name: string, connected: ConnectedDirector | null): void {
    connected?.close().catch((error: unknown) => {
      this.log.warn({ err: error, director: name }, 'Could not close the connections of a changed Director.');
    });
  }
}
