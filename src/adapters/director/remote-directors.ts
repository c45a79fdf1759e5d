import { type Logger } from 'pino';
import { type Clock } from '../../domain/clock.js';
import { type ConnectedDirector, DirectorConnector, type ProbeFinding } from '../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { type FoundDirector } from '../../domain/found-director.js';
import { BaculaCatalog } from '../catalog/bacula-catalog.js';
import { BaculaDirector } from './bacula/bacula-director.js';
import { BareosDirector } from './bareos/bareos-director.js';
import { detectDirectors } from './detect/detect-directors.js';
import { probeDirector } from './probe/probe-director.js';

/** Makes Directors that are spoken to over the network. */
export class RemoteDirectors extends DirectorConnector {
  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
    /** Below which folder configurations of Directors are looked for. */
    private readonly root = '/',
  ) {
    super();
  }

  override connect(settings: RemoteDirectorSettings): ConnectedDirector {
    const { name, catalogUrl, timezone } = settings;
    const onNotice = (text: string): void => this.log.warn({ director: name }, text);
    const catalog = new BaculaCatalog({ director: name, url: catalogUrl, timezone, onNotice });
    const parts = { catalog, clock: this.clock };
    const director =
      settings.kind === 'bareos' ? new BareosDirector(settings, parts) : new BaculaDirector(settings, parts);
    const close = async (): Promise<void> => {
      await Promise.all([director.close(), catalog.close()]);
    };
    return { director, catalog, close };
  }

  override probe(settings: RemoteDirectorSettings, signal: AbortSignal): Promise<readonly ProbeFinding[]> {
    return probeDirector(settings, signal, this.clock);
  }

  override found(): readonly FoundDirector[] {
    return detectDirectors(this.root);
  }
}
