import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { type Column } from './column';

const usual = [96, 1] as const;
/** Of the box that chooses a row. */
const boxWidth = 40;
/** The padding of a row and the borders of the list. */
const edges = 10;

type Tracked = Pick<Column<never>, 'width'>;

interface Tracks {
  readonly style: CSSProperties;
  /** The columns do not fit: each row has two lines. */
  readonly isFolded: boolean;
}

/** The widths of the columns, and whether the list is wide enough for all of them. */
export function useTracks(list: RefObject<HTMLElement | null>, columns: readonly Tracked[], hasBoxes: boolean): Tracks {
  const widths = columns.map(({ width }) => width ?? usual);
  const least = widths.reduce((sum, [one]) => sum + one, edges + (hasBoxes ? boxWidth : 0));
  const [isFolded, setFolded] = useState(false);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const compare = () => setFolded(element.clientWidth < least);
    compare();
    const observer = new ResizeObserver(compare);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, least]);
  const tracks = widths.map(([one, share]) => (share === 0 ? `${one}px` : `minmax(${one}px, ${share}fr)`));
  const style = { '--tracks': [...(hasBoxes ? [`${boxWidth}px`] : []), ...tracks].join(' ') } as CSSProperties;
  return { style, isFolded };
}
