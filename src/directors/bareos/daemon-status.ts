import { Refusal } from '../../domain/errors.js';
import { type Daemon, type DaemonSight } from '../console/daemon-monitor.js';
import { daemonHeader } from './bareos-commands.js';
import { type BareosConsole } from './bareos-console.js';
import { shownWords } from './json-reply.js';
import { permits, type PermissionsKeeper } from './permissions.js';
import { daemonWords } from './parse/status.js';

/** Longer than a Director takes to find that a daemon is down at a machine that is up. */
const firstLimitMs = 45_000;
/** Longer than it waits for a machine that is away. Until then it keeps a place for the console that hung up, so the next look waits it out. */
const patientLimitMs = 200_000;
const mostWords = 300;

/** Looks at daemons through the Director, in text mode: as JSON it says the same of the living and the dead. */
export class DaemonLook {
  private readonly away = new Set<string>();

  constructor(
    private readonly console: BareosConsole,
    private readonly permissions: PermissionsKeeper,
  ) {}

  async at(daemon: Daemon): Promise<DaemonSight> {
    const key = `${daemon.component} ${daemon.name}`;
    const limitMs = this.away.has(key) ? patientLimitMs : firstLimitMs;
    try {
      const isShort = permits(await this.permissions.get(), '.status');
      const text = await this.console.text(daemonHeader(daemon, isShort), { lane: 'slow', limitMs });
      this.away.delete(key);
      return { ...daemonWords(text), words: shownWords(text).slice(0, mostWords) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'director_too_slow') throw error;
      this.away.add(key);
      return { isUp: false, version: null, words: `no answer within ${limitMs / 1000} s` };
    }
  }
}
