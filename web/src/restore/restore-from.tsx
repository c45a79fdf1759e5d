import { type Schemas } from '../api/ask';
import { count, exact } from '../parts/format';

type Client = Schemas['ClientRecord'];
type Point = Schemas['RestorePointRecord'];

interface ClientChooserProps {
  readonly clients: readonly Client[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

/** A client that the address names stays chosen even where the Director no longer has it. */
export function ClientChooser({ clients, chosen, onChoose }: ClientChooserProps) {
  const names = clients.map(({ name }) => name);
  return (
    <label>
      Client
      <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {(names.includes(chosen) ? names : [chosen, ...names]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

interface PointChooserProps {
  readonly points: readonly Point[];
  readonly chosen: Point;
  readonly onChoose: (jobId: string) => void;
}

export function PointChooser({ points, chosen, onChoose }: PointChooserProps) {
  return (
    <label>
      As of
      <select value={String(chosen.jobId)} onChange={(event) => onChoose(event.target.value)}>
        {points.map((point) => (
          <option key={point.jobId} value={String(point.jobId)}>
            {exact(point.endedAt)} · {point.fileset} · {point.level} · run {point.jobId} · {count(point.files)} files
            {point.restorable === 'partial' ? ' · partial' : ''}
          </option>
        ))}
      </select>
    </label>
  );
}
