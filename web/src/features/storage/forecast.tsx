import { type Schemas } from '../../api/request';
import { count, percent, size } from '../../components/format';
import { type Look, State } from '../../components/state';
import { useNow } from '../../components/use-now';
import { type Messages, useMessages } from '../../i18n/messages';
import { dayOf } from './format-retention';

export type Forecast = Schemas['PoolForecast'];

const weekMs = 7 * 86_400_000;

/** As health sees it: full is critical, full within a week is a warning. */
export function verdictOf({ state, expected }: Forecast, now: number): 'ok' | 'warn' | 'crit' | 'unknown' {
  if (state === 'full') return 'crit';
  if (state === 'unknown') return 'unknown';
  return expected !== null && Date.parse(expected) - now <= weekMs ? 'warn' : 'ok';
}

const looks: Readonly<Record<ReturnType<typeof verdictOf>, Look>> = {
  ok: 'off',
  warn: 'warn',
  crit: 'bad',
  unknown: 'off',
};

/** The color of a bar of use: none as long as all is well. */
export function barLookOf(forecast: Forecast, now: number): Look {
  return looks[verdictOf(forecast, now)];
}

function sentenceOf(messages: Messages['pools'], { state, expected, horizonDays }: Forecast): string {
  if (state === 'full' || state === 'unknown') return messages[state];
  return expected === null ? messages.steady(horizonDays) : messages.fills(dayOf(expected));
}

function reasonOf(messages: Messages['pools'], forecast: Forecast): string {
  const { state, gap, earliest, expected, latest, confidence } = forecast;
  if (state === 'unknown') return gap === null ? '' : messages.gaps[gap];
  if (state === 'full') return messages.fullWhy;
  if (earliest === null) return messages.steadyWhy;
  const sure = percent(confidence ?? 0);
  if (latest !== null) return messages.fillsRange(dayOf(earliest), dayOf(latest), sure);
  return (expected === null ? messages.fillsLate : messages.fillsOpen)(dayOf(earliest), sure);
}

/** When a pool is full, how sure that is, and from what it was told. */
export function ForecastText({ of }: { readonly of: Forecast }) {
  const messages = useMessages('pools');
  const { bytes } = useMessages('storage');
  const now = useNow();
  const { bytesPerDay, stddevBytesPerDay, days, horizonDays } = of;
  const isKnown = bytesPerDay !== null && stddevBytesPerDay !== null;
  return (
    <>
      <State of={verdictOf(of, now)} text={sentenceOf(messages, of)} />
      <span className="quiet">{reasonOf(messages, of)}</span>
      {isKnown && of.state !== 'unknown' && (
        <span className="quiet" title={bytes(count(bytesPerDay))}>
          {/* Where no day is expected, how much the days differ says nothing. */}
          {messages.basis(days, size(bytesPerDay), of.expected === null ? null : size(stddevBytesPerDay))}
          {of.expected === null && horizonDays < mostHorizonDays && ` ${messages.shortHistory}`}
        </span>
      )}
    </>
  );
}

/** The forecast covers more days with each day of history until it covers this many. */
const mostHorizonDays = 360;
const openEndMs = mostHorizonDays * 86_400_000;

/** From today on: the day it is expected to be full, within the days between which it is so. The sentence beside it says the same. */
export function FillLine({ of }: { readonly of: Forecast }) {
  const messages = useMessages('pools');
  const now = useNow();
  const { state, earliest, expected, latest } = of;
  if (state !== 'fills' || earliest === null || expected === null) return null;
  const until = latest === null ? Math.min(now + openEndMs, 2 * Date.parse(expected) - now) : Date.parse(latest);
  const end = now + Math.max(1, until - now) * 1.06;
  const placeOf = (time: number): number => Math.max(0, Math.min(100, ((time - now) / (end - now)) * 100));
  const [from, to, at] = [Date.parse(earliest), latest === null ? end : Date.parse(latest), Date.parse(expected)].map(
    placeOf,
  ) as [number, number, number];
  return (
    <div className="fill-line" data-look={barLookOf(of, now)} aria-hidden="true">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none">
        <rect className="line" y="5.500" width="100" height="1" />
        <rect className="range" x={from} y="2" width={Math.max(0.4, to - from)} height="8" />
        <rect className="tick" x={Math.min(99.6, at)} width="0.4" height="12" />
      </svg>
      <div className="quiet">
        <span>{messages.today}</span>
        <span>{latest === null ? '→' : dayOf(latest)}</span>
      </div>
    </div>
  );
}
