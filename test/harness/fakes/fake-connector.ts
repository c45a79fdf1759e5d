import {
  type ConnectedDirector,
  DirectorConnector,
  type ProbeFinding,
  type Target,
} from '../../../src/domain/director-connector.port.js';
import { type RemoteDirectorSettings, type FoundDirector } from '../../../src/domain/director-settings.js';
import { FakeDirector } from './fake-director.js';

/** Makes fake Directors of whatever settings it is given, and remembers them. */
export class FakeConnector extends DirectorConnector {
  readonly connected: RemoteDirectorSettings[] = [];
  readonly closed: string[] = [];
  readonly probed: RemoteDirectorSettings[] = [];
  findings: readonly ProbeFinding[] = [];
  refused: readonly Target[] = [];
  onThisMachine: readonly FoundDirector[] = [];

  override connect(settings: RemoteDirectorSettings): ConnectedDirector {
    this.connected.push(settings);
    const director = new FakeDirector(settings.name, false);
    const close = (): Promise<void> => {
      this.closed.push(settings.name);
      return Promise.resolve();
    };
    return { director, catalog: director.catalog, close };
  }

  override probe(settings: RemoteDirectorSettings): Promise<readonly ProbeFinding[]> {
    this.probed.push(settings);
    return Promise.resolve(this.findings);
  }

  override rejectedTargets(): Promise<readonly Target[]> {
    return Promise.resolve(this.refused);
  }

  override found(): Promise<readonly FoundDirector[]> {
    return Promise.resolve(this.onThisMachine);
  }
}
