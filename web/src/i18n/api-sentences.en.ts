import { type Problem, type Schemas } from '../api/request';
import { percent, shortTime, size } from '../components/format';
import { figure } from './server-message';

export type Known = Pick<Schemas['RunDiagnosis'], 'code' | 'cause' | 'nextStep'>;

/** Why a run ended badly: the API's own words, or the same by its code. */
export const diagnosis = {
  cause: ({ cause }: Known): string => cause,
  nextStep: ({ nextStep }: Known): string => nextStep,
};

export type Event = Pick<Schemas['EventRecord'], 'type' | 'data' | 'summary'>;

/** What happened in a sentence: the API's own words, or the same by the event's type and data. */
export const eventSummary = { summary: ({ summary }: Event): string => summary };

export type Outcome = Pick<Schemas['DeliveryOutcome'], 'statusCode' | 'code' | 'detail'>;

/** How a try to send went: the API's own words, or the same by its code. */
export const outcome = { text: ({ detail }: Outcome): string => detail };

/** What was refused and what to do: the API's own words, or the same by its reason or code. */
export const problem = {
  title: ({ title }: Problem): string => title,
  text: ({ code, detail, said: own }: Problem): string =>
    own ?? (code === 'unauthenticated' ? 'Your session had ended. Try again.' : detail),
};

export type Check = Pick<
  Schemas['HealthCheck'],
  'code' | 'params' | 'value' | 'status' | 'message' | 'hint' | 'director' | 'observedAt'
>;

const silentOnes: Readonly<Record<string, (director: string) => string>> = {
  'director.no_answer': (director) => `Director ${director}`,
  'catalog.no_answer': (director) => `The catalog of Director ${director}`,
};

/**
 * The API's own words, with times of the page. It says for how long something has not answered, which is untrue soon after: here it is since when. Of a storage
 * with enough space it does not say how much, which the page does.
 */
function englishFound({ code, status, params, value, message, director, observedAt }: Check, zone?: string): string {
  if (code === 'storage.space' && status === 'ok' && value !== null) {
    return `Storage ${String(params['storage'])}: ${size(value)} free (${percent(figure(params, 'freeShare'))}).`;
  }
  if (code === 'backups.verified') {
    const at = String(params['at']);
    return message.replace(at, shortTime(at, zone));
  }
  const silent = silentOnes[code];
  return silent === undefined || observedAt === null
    ? message
    : `${silent(director)} has not answered since ${shortTime(observedAt, zone)}.`;
}

function englishSummary(checks: readonly Check[], summary: string, zone?: string): string {
  return checks.reduce((text, check) => text.replace(check.message, () => englishFound(check, zone)), summary);
}

/** What a check found and what to do about it: the API's own words, or the same by its code and values. */
export const finding = {
  found: englishFound,
  toDo: ({ hint }: Check): string => hint ?? '',
  /** Of one Director; `summary` is the API's. */
  summary: englishSummary,
};

export type Waiting = Schemas['RunWaiting'];

/** Why a run does not go on and what helps: the API's own words, or the same by its code. */
export const waiting = { reason: ({ text }: Waiting): string => text, step: ({ hint }: Waiting): string => hint };
