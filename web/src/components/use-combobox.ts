import { useEffect, useState } from 'react';
import { useChosenDirector } from '../api/directors';
import { type ChooserProps } from './combobox-label';
import { noteChosen } from './recent-choices';
import { type ComboboxOptions, useOffered } from './use-combobox-options';

export interface Choosing {
  /** What stands in the field. */
  readonly text: string;
  readonly isOpen: boolean;
  readonly offered: ComboboxOptions;
  /** The names that are offered, and what was typed where that may be taken as it is. */
  readonly items: readonly string[];
  /** The one that Enter takes; -1 where none is. */
  readonly at: number;
  readonly open: () => void;
  readonly type: (text: string) => void;
  readonly move: (steps: number) => void;
  readonly take: (name: string) => void;
  /** What Enter does: where the server is still asked, it waits for the answer. */
  readonly enter: () => void;
  /** Leaves the field: what was typed is taken where any name may be, else forgotten. */
  readonly leave: () => void;
  readonly forget: () => void;
}

interface Typed {
  readonly text: string | null;
  readonly isOpen: boolean;
  /** Where arrows went; null: to the best one. */
  readonly at: number | null;
  readonly isAwaited: boolean;
}

const untouched: Typed = { text: null, isOpen: false, at: null, isAwaited: false };

function mayTake({ nothing, isFree = false }: ChooserProps, wanted: string): boolean {
  return isFree || (wanted === '' && nothing !== undefined);
}

/** Whether no answer of the server can bring a better name. */
function isKnown({ isAsking, names }: ComboboxOptions, wanted: string): boolean {
  return !isAsking || wanted === '' || names[0] === wanted;
}

/** What happens in a field in which a name is looked for. */
export function useChoosing(props: ChooserProps): Choosing {
  const { kind, chosen, choose } = props;
  const { director } = useChosenDirector();
  const [typed, setTyped] = useState(untouched);
  const { text, isOpen, isAwaited } = typed;
  const wanted = text?.trim() ?? '';
  const offered = useOffered(props, { typed: wanted, isOpen, isAwaited });
  const isAsTyped = wanted !== '' && props.isFree === true;
  const items = isAsTyped && !offered.names.includes(wanted) ? [...offered.names, wanted] : offered.names;
  const at = Math.min(typed.at ?? (wanted === '' ? -1 : 0), items.length - 1);
  const take = (name: string) => {
    setTyped(untouched);
    noteChosen(name, kind, director);
    if (name !== chosen) choose(name);
  };
  const forget = () => setTyped(untouched);
  const leave = () => {
    if (text !== null && mayTake(props, wanted)) take(wanted);
    else forget();
  };
  const decide = () => {
    const name = items[at];
    if (name === undefined) leave();
    else take(name);
  };
  const isSure = typed.at !== null || isKnown(offered, wanted);
  const enter = () => (isSure ? decide() : setTyped({ ...typed, isAwaited: true }));
  useEffect(() => {
    if (isAwaited && isSure) decide();
  });
  return {
    text: text ?? chosen,
    isOpen,
    offered,
    items,
    at,
    take,
    enter,
    leave,
    forget,
    open: () => setTyped({ ...typed, isOpen: true }),
    type: (next) => setTyped({ text: next, isOpen: true, at: null, isAwaited: false }),
    move: (steps) => setTyped({ ...typed, isOpen: true, at: (at + steps + items.length) % Math.max(1, items.length) }),
  };
}
