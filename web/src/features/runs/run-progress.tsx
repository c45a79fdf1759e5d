import { type Run } from '../../api/stream';
import { count, duration, size } from '../../components/format';
import { useNow } from '../../components/use-now';
import { useMessages } from '../../i18n/messages';
import { runWords } from './run.messages';
import { runsWords } from './runs.messages';
import { type Usual } from './usual-run';

interface RunProgressProps {
  readonly run: Run;
  readonly usual: Usual | null;
}

export function RunProgress({ run, usual }: RunProgressProps) {
  const words = useMessages(runWords);
  const { perSecond } = useMessages(runsWords);
  const left = useLeft(run, usual);
  const { progress } = run;
  const known = typeof progress?.fraction === 'number' ? { value: progress.fraction } : {};
  return (
    <div className="run-progress">
      <progress aria-label={words.progress} max={1} {...known} />
      {progress && (
        <p className="row">
          <span>
            {words.files} {count(progress.files)}
          </span>
          <span>{size(progress.bytes)}</span>
          {progress.bytesPerSecond > 0 && <span>{perSecond(size(progress.bytesPerSecond))}</span>}
          {left && <span className="quiet">{left}</span>}
        </p>
      )}
      <span className="quiet">{progress?.currentFile ?? words.firstFile}</span>
    </div>
  );
}

/** Below this a part of the whole says too little. */
const smallestPart = 0.01;

/** How long it still takes: from the part that is done; else from what such runs usually save. */
function useLeft({ progress, startedAt }: Run, usual: Usual | null): string | null {
  const words = useMessages(runWords);
  const now = useNow();
  if (!progress || startedAt === null) return null;
  const { fraction, bytes, bytesPerSecond } = progress;
  if (fraction !== null && fraction > smallestPart) {
    const elapsed = Math.max(0, now - Date.parse(startedAt)) / 1000;
    return words.left(duration((elapsed * (1 - fraction)) / fraction));
  }
  if (usual === null || bytesPerSecond === 0 || bytes >= usual.bytes) return null;
  return words.leftAsUsual(duration((usual.bytes - bytes) / bytesPerSecond));
}
