import { useState } from 'react';

const mostKept = 50;

export interface History {
  /** The earlier command in this direction; null where there is none. */
  readonly step: (towards: 'older' | 'newer', typed: string) => string | null;
  readonly add: (command: string) => void;
}

/** Commands of this page view, in memory alone: a command can contain a password. */
export function useHistory(): History {
  const [sent, setSent] = useState<readonly string[]>([]);
  const [position, setPosition] = useState<{ readonly at: number; readonly typed: string }>({ at: -1, typed: '' });
  return {
    step: (towards, typed) => {
      const at = position.at + (towards === 'older' ? 1 : -1);
      if (at < -1 || at >= sent.length) return null;
      const own = position.at === -1 ? typed : position.typed;
      setPosition({ at, typed: own });
      return sent[at] ?? own;
    },
    add: (command) => {
      setSent((old) => [command, ...old.filter((one) => one !== command)].slice(0, mostKept));
      setPosition({ at: -1, typed: '' });
    },
  };
}
