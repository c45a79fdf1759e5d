import { Injectable } from '@nestjs/common';
import { ClientSilences } from '../../../domain/client-silences.port.js';
import { Clock } from '../../../domain/clock.js';
import { JobProtections } from '../../../domain/job-protections.port.js';
import { type DirectorPort } from '../../../domain/director.port.js';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { PoolOutlooks } from '../../media/pool-outlooks.port.js';
import { SearchIndexes } from '../../../domain/search-index.js';
import { Acknowledgements } from '../../runs/acknowledgements/acknowledgements.repository.js';
import { RecordedRuns } from '../../runs/store/runs.repository.js';
import { DirectorWatch } from './director-health-monitor.js';

/** The one watch over each Director, whoever asks: looks are shared. */
@Injectable()
export class DirectorWatches {
  private readonly watches = new WeakMap<DirectorPort, DirectorWatch>();

  constructor(
    private readonly silences: ClientSilences,
    private readonly protections: JobProtections,
    private readonly runs: RecordedRuns,
    private readonly acknowledgements: Acknowledgements,
    private readonly searchIndexes: SearchIndexes,
    private readonly pools: PoolOutlooks,
    private readonly clock: Clock,
  ) {}

  of(entry: DirectorEntry): DirectorWatch {
    const known = this.watches.get(entry.director);
    if (known) return known;
    const { silences, protections, runs, acknowledgements, searchIndexes, pools } = this;
    const parts = { silences, protections, runs, acknowledgements, searchIndexes, pools };
    const watch = new DirectorWatch(entry, parts, () => this.clock.now());
    this.watches.set(entry.director, watch);
    return watch;
  }
}
