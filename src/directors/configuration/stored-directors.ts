import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { type ConnectedDirector, DirectorConnector } from '../../domain/director-connector.port.js';
import { shownSettings } from './shown-settings.js';
import { DirectorRegistry } from '../../domain/directors.port.js';
import { LOG } from '../../platform/logging/log.module.js';
import { SecretBox } from '../../platform/security/secret-box.js';
import { type ConfiguredDirectorEntity } from './configured-director.entity.js';
import { ConfiguredDirectorsRepository } from './configured-directors.repository.js';
import { settingsOf } from './director-rows.js';

interface KnownDirector {
  readonly revision: number;
  /** null: its settings could not be used. */
  readonly connected: ConnectedDirector | null;
}

/** Keeps the registry in step with the Directors that are stored, also with what other replicas store. */
@Injectable()
export class StoredDirectors implements OnModuleInit, BeforeApplicationShutdown {
  private readonly known = new Map<string, KnownDirector>();
  private step: Promise<void> = Promise.resolve();

  constructor(
    private readonly rows: ConfiguredDirectorsRepository,
    private readonly registry: DirectorRegistry,
    private readonly connector: DirectorConnector,
    private readonly box: SecretBox,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.catchUp();
  }

  @Interval(5_000)
  async onTick(): Promise<void> {
    try {
      await this.catchUp();
    } catch (error) {
      this.log.warn({ err: error }, 'Stored Directors could not be read; the next look tries again.');
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.step.catch(() => undefined);
    const connected = [...this.known.values()].map((known) => known.connected).filter((one) => one !== null);
    await Promise.all(connected.map((one) => one.close()));
    this.known.clear();
  }

  /** Returns when the registry shows what is stored now. */
  catchUp(): Promise<void> {
    const next = this.step.catch(() => undefined).then(() => this.read());
    this.step = next;
    return next;
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
        'DIRECTORS_FILE names a Director like a stored one; the one of the file is used.',
      );
      return null;
    }
    try {
      const settings = settingsOf(row, this.box);
      const connected = this.connector.connect(settings);
      const { director, catalog } = connected;
      const entry = { name, kind: settings.kind, origin: 'stored', settings: shownSettings(settings) } as const;
      this.registry.put({ ...entry, director, catalog });
      return connected;
    } catch (error) {
      this.log.error({ err: error, director: name }, 'The settings of a stored Director cannot be used.');
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
      this.log.warn({ err: error, director: name }, 'Connections of a changed Director could not be closed in order.');
    });
  }
}
