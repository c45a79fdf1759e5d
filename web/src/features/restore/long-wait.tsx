import { useEffect, useState } from 'react';
import { duration } from '../../components/format';

const patienceMs = 3_000;

interface LongWaitProps {
  readonly isWaiting: boolean;
  readonly say: (seconds: string) => string;
}

/** Says what takes so long, once it does, and for how long it already has. */
export function LongWait({ isWaiting, say }: LongWaitProps) {
  return <p role="status">{isWaiting && <Waited say={say} />}</p>;
}

function Waited({ say }: Pick<LongWaitProps, 'say'>) {
  const [waitedMs, setWaitedMs] = useState(0);
  useEffect(() => {
    const begun = Date.now();
    const timer = setInterval(() => setWaitedMs(Date.now() - begun), patienceMs);
    return () => clearInterval(timer);
  }, []);
  return waitedMs === 0 ? null : <span className="quiet">{say(duration(Math.round(waitedMs / 1000)))}</span>;
}
