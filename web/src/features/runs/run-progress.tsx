import { type Run } from '../../api/stream';
import { count, duration, size } from '../../components/format';
import { useNow } from '../../components/use-now';
import { useMessages } from '../../i18n/messages';
import { type Usual } from './usual-run';

interface RunProgressProps {
  readonly run: Run;
  readonly usual: Usual | null;
}

export function RunProgress({ run, usual }: RunProgressProps) {
  const messages = useMessages('run');
  const { perSecond } = useMessages('runs');
  const left = useLeft(run, usual);
  const { progress } = run;
  const known = typeof progress?.fraction === 'number' ? { value: progress.fraction } : {};
  return (
    <div className="run-progress">
      <progress aria-label={messages.progress} max={1} {...known} />
      {progress && (
        <p className="row">
          <span>
            {messages.files} {count(progress.files)}
          </span>
          <span>{size(progress.bytes)}</span>
          {progress.bytesPerSecond > 0 && <span>{perSecond(size(progress.bytesPerSecond))}</span>}
          {left && <span className="quiet">{left}</span>}
        </p>
      )}
      <span className="quiet">{progress?.currentFile ?? messages.firstFile}</span>
    </div>
  );
}

/** Below this a part of the whole says too little. */
const smallestPart = 0.01;

/** How long it still takes: from the part that is done; else from what such runs usually save. */
function useLeft({ progress, startedAt }: Run, usual: Usual | null): string | null {
  const messages = useMessages('run');
  const now = useNow();
  if (!progress || startedAt === null) return null;
  const { fraction, bytes, bytesPerSecond } = progress;
  if (fraction !== null && fraction > smallestPart) {
    const elapsed = Math.max(0, now - Date.parse(startedAt)) / 1000;
    return messages.left(duration((elapsed * (1 - fraction)) / fraction));
  }
  if (usual === null || bytesPerSecond === 0 || bytes >= usual.bytes) return null;
  return messages.leftAsUsual(duration((usual.bytes - bytes) / bytesPerSecond));
}
