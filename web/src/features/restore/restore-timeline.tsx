import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { moment } from './restore-times';
import { type Point } from './use-restore-state';

interface TimeLineProps {
  /** Newest first. */
  readonly points: readonly Point[];
  readonly chosen: Point | null;
  readonly onChoose: (point: Point) => void;
}

const width = 240;
const side = 10;
/** Points of one slot share a mark, since their marks would overlap. */
const slots = 12;
const slotWidth = (width - 2 * side) / slots;
const laneHeight = 40;
/** Two lines: a moment may be as wide as half of the picture. */
const foot = 36;

interface Picture {
  readonly lanes: readonly (readonly [fileset: string, points: readonly Point[]])[];
  readonly height: number;
  readonly from: string;
  readonly to: string;
  readonly xOf: (point: Point) => number;
}

function pictureOf(points: readonly Point[]): Picture {
  const times = points.map(({ endedAt }) => Date.parse(endedAt));
  const first = Math.min(...times);
  const last = Math.max(...times);
  const filesets = [...new Set(points.map(({ fileset }) => fileset))].sort();
  const lanes = filesets.map((name) => [name, points.filter(({ fileset }) => fileset === name)] as const);
  return {
    lanes,
    height: lanes.length * laneHeight + foot,
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
    xOf: ({ endedAt }) =>
      side + (last === first ? 1 : (Date.parse(endedAt) - first) / (last - first)) * (width - 2 * side),
  };
}

/** One lane for each fileset, one mark for each point. One stop of the Tab key; the list beside it says the same. */
export function TimeLine({ points, chosen, onChoose }: TimeLineProps) {
  const messages = useMessages('restore');
  const zone = useZone();
  const svg = useRef<SVGSVGElement>(null);
  const picture = pictureOf(points);
  const at = chosen === null ? -1 : points.findIndex(({ jobId }) => jobId === chosen.jobId);
  const point = (event: PointerEvent) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const near = nearest(picture, svg.current, event);
    if (near && near.jobId !== chosen?.jobId) onChoose(near);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepTo(picture, chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next !== null) onChoose(next);
  };
  return (
    <>
      <div
        {...{ role: 'slider', className: 'time-line', tabIndex: 0, title: messages.timeLineHint, onKeyDown }}
        aria-label={messages.timeLine}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={Math.max(0, points.length - 1 - at)}
        aria-valuetext={chosen === null ? messages.unchosen : nameOf(chosen, zone)}
      >
        <svg
          className="time-line-marks"
          {...{ ref: svg, viewBox: `0 0 ${width} ${picture.height}`, onPointerDown: point, onPointerMove: point }}
          aria-hidden="true"
        >
          <Lanes {...{ picture, chosen }} />
          <Ends of={picture} />
        </svg>
      </div>
      <Legend of={picture} />
    </>
  );
}

function Ends({ of: { height, from, to } }: { readonly of: Picture }) {
  const zone = useZone();
  return (
    <>
      <text x={side} y={height - 20}>
        {moment(from, zone)}
      </text>
      <text x={width - side} y={height - 4} textAnchor="end">
        {to === from ? '' : moment(to, zone)}
      </text>
    </>
  );
}

function nameOf({ endedAt, fileset, level }: Point, zone: string | undefined): string {
  return `${moment(endedAt, zone)}, ${fileset}, ${level}`;
}

function Lanes({ picture, chosen }: { readonly picture: Picture; readonly chosen: Point | null }) {
  const zone = useZone();
  return picture.lanes.map(([fileset, points], lane) => {
    const y = lane * laneHeight + 28;
    return (
      <g key={fileset}>
        <text x={side} y={y - 14}>
          {fileset}
        </text>
        <line x1={side} x2={width - side} y1={y} y2={y} />
        {groupsOf(picture, points).map((group) => (
          <Mark key={group.points[0].jobId} {...{ ...group, y }} isChosen={group.points.some(isSame(chosen))}>
            {group.points.map((point) => nameOf(point, zone)).join('\n')}
          </Mark>
        ))}
      </g>
    );
  });
}

const isSame =
  (chosen: Point | null) =>
  ({ jobId }: Point): boolean =>
    jobId === chosen?.jobId;

interface Group {
  readonly points: readonly [Point, ...Point[]];
  readonly x: number;
}

/** The points of each slot. */
function groupsOf({ xOf }: Picture, points: readonly Point[]): readonly Group[] {
  const found = new Map<number, [Point, ...Point[]]>();
  for (const point of points) {
    const slot = Math.min(slots - 1, Math.floor((xOf(point) - side) / slotWidth));
    const known = found.get(slot);
    if (known) known.push(point);
    else found.set(slot, [point]);
  }
  return [...found].map(([slot, own]) => ({ points: own, x: side + (slot + 0.5) * slotWidth }));
}

const isFull = ({ level }: Point): boolean => level === 'Full' || level === 'VirtualFull';

/** What can be restored of several: all, nothing, or some. */
function restorableOf([first, ...others]: readonly [Point, ...Point[]]): Point['restorable'] {
  return others.every(({ restorable }) => restorable === first.restorable) ? first.restorable : 'partial';
}

interface MarkProps extends Group {
  readonly y: number;
  readonly isChosen: boolean;
  readonly children: string;
}

function Mark({ points, x, y, isChosen, children }: MarkProps) {
  return (
    <g data-restorable={restorableOf(points)} data-chosen={isChosen || undefined}>
      <title>{children}</title>
      <Shape {...{ x, y, isChosen }} isFull={points.some(isFull)} of={points.length} />
    </g>
  );
}

interface ShapeProps {
  readonly x: number;
  readonly y: number;
  readonly isFull: boolean;
  /** How many points it stands for; more than one is written into it. */
  readonly of?: number;
  readonly isChosen?: boolean;
}

/** A Full, or what has one among it, is a square; what builds on it is a disc. */
function Shape({ x, y, isFull: isSquare, of = 1, isChosen = false }: ShapeProps) {
  const half = of > 1 ? 6.5 : 4;
  return (
    <>
      {isChosen && <circle className="ring" cx={x} cy={y} r={half + 3} />}
      {isSquare ? (
        <rect x={x - half} y={y - half} width={2 * half} height={2 * half} />
      ) : (
        <circle cx={x} cy={y} r={half} />
      )}
      {of > 1 && (
        <text className="many" x={x} y={y + 3.2} textAnchor="middle">
          {of > 99 ? '99+' : of}
        </text>
      )}
    </>
  );
}

interface Sample {
  readonly text: string;
  readonly isThere: boolean;
  readonly shape?: Partial<ShapeProps>;
  readonly restorable?: Point['restorable'];
}

/** What the marks in use mean. */
function Legend({ of: picture }: { readonly of: Picture }) {
  const { timeLineLegend: messages } = useMessages('restore');
  const points = picture.lanes.flatMap(([, own]) => own);
  const areThere = (restorable: Point['restorable']): boolean => points.some((one) => one.restorable === restorable);
  const most = Math.max(...picture.lanes.flatMap(([, own]) => groupsOf(picture, own).map((one) => one.points.length)));
  const samples: readonly Sample[] = [
    { text: messages.full, isThere: points.some(isFull), shape: { isFull: true } },
    { text: messages.other, isThere: !points.every(isFull) },
    { text: messages.several, isThere: most > 1, shape: { of: most } },
    { text: messages.partial, isThere: areThere('partial'), restorable: 'partial' },
    { text: messages.no, isThere: areThere('no'), restorable: 'no' },
    { text: messages.chosen, isThere: true, shape: { isChosen: true } },
  ];
  return (
    <ul className="time-line-legend quiet" aria-label={messages.title}>
      {samples
        .filter(({ isThere }) => isThere)
        .map(({ text, shape, restorable = 'yes' }) => (
          <li key={text}>
            <svg className="time-line-marks" viewBox="0 0 20 20" aria-hidden="true">
              <g data-restorable={restorable}>
                <Shape {...{ x: 10, y: 10, isFull: false, ...shape }} />
              </g>
            </svg>
            {text}
          </li>
        ))}
    </ul>
  );
}

/** The point nearest to the pointer, in the lane it is over. */
function nearest(picture: Picture, svg: SVGSVGElement | null, event: PointerEvent): Point | undefined {
  if (svg === null) return undefined;
  const box = svg.getBoundingClientRect();
  const scale = width / box.width;
  const lane = Math.floor(((event.clientY - box.top) * scale) / laneHeight);
  const [, points] = picture.lanes[Math.max(0, Math.min(picture.lanes.length - 1, lane))] ?? ['', []];
  return closest(points, (one) => Math.abs(picture.xOf(one) - (event.clientX - box.left) * scale));
}

function closest(points: readonly Point[], distance: (point: Point) => number): Point | undefined {
  const [first, ...others] = points;
  return first && others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first);
}

/** Undefined for a key that is none of the line's; null where there is nothing further that way. */
function stepTo(picture: Picture, chosen: Point | null, key: string): Point | null | undefined {
  const lane = picture.lanes.findIndex(([fileset]) => fileset === chosen?.fileset);
  const points = picture.lanes[lane]?.[1] ?? picture.lanes[0]?.[1] ?? [];
  const at = points.findIndex(({ jobId }) => jobId === chosen?.jobId);
  const beside = (by: number): Point | null => {
    const others = picture.lanes[lane + by]?.[1] ?? [];
    const time = Date.parse(chosen?.endedAt ?? '');
    return closest(others, ({ endedAt }) => Math.abs(Date.parse(endedAt) - time)) ?? null;
  };
  const moves: Readonly<Record<string, () => Point | null | undefined>> = {
    ArrowLeft: () => points[at + 1] ?? null,
    ArrowRight: () => points[Math.max(0, at - 1)] ?? null,
    Home: () => points.at(-1) ?? null,
    End: () => points[0] ?? null,
    ArrowUp: () => beside(-1),
    ArrowDown: () => beside(1),
  };
  return moves[key]?.();
}
