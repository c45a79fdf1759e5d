import { type Outcome, type Problem, problemOf } from '../../api/request';
import { type Page } from '../../api/queries';

/** A Director that added nothing to a list; null: it took too long. */
export interface Silent {
  readonly director: string;
  readonly problem: Problem | null;
}

/** A page of one list that several Directors have a part of. */
export interface AcrossPage<Item> extends Page<Item> {
  readonly silent: readonly Silent[];
}

/** Asks one Director, from this cursor on. */
type Call<Item> = (
  director: string,
  cursor: { readonly cursor?: string },
  signal: AbortSignal,
) => Promise<Outcome<Page<Item>>>;

type Places = Readonly<Record<string, string | null>>;

interface Answer<Item> {
  readonly director: string;
  /** null: it was not waited for any longer. */
  readonly outcome: Outcome<Page<Item>> | null;
}

/** So long the others are waited for once a Director has answered: a search ends its pages after four seconds. */
const graceMs = 8_000;

/**
 * One page from each of the Directors, as one page. Whoever refuses or takes too long is named and asked no further; only where
 * none answers is it a refusal. `cursor` is the `nextCursor` of the page before.
 */
export async function askAcross<Item>(
  directors: readonly string[],
  cursor: string | undefined,
  signal: AbortSignal,
  call: Call<Item>,
): Promise<Outcome<AcrossPage<Item>>> {
  const places: Places =
    cursor === undefined
      ? Object.fromEntries(directors.map((director) => [director, null]))
      : (JSON.parse(cursor) as Places);
  const answers = await askEach(places, signal, call);
  const good = answers.filter(({ outcome }) => outcome?.response.ok === true);
  const bad = answers.filter((one) => !good.includes(one));
  const [first] = good;
  const refused = bad.find(({ outcome }) => outcome !== null)?.outcome;
  if (first?.outcome == null) return { error: refused?.error, response: refused?.response ?? Response.error() };
  const next = good.flatMap(({ director, outcome }) => {
    const own = outcome?.data?.nextCursor ?? null;
    return own === null ? [] : [[director, own] as const];
  });
  const data = {
    items: good.flatMap(({ outcome }) => outcome?.data?.items ?? []),
    nextCursor: next.length === 0 ? null : JSON.stringify(Object.fromEntries(next)),
    silent: bad.map(({ director, outcome }) => ({
      director,
      problem: outcome === null ? null : problemOf(outcome.error, outcome.response.status),
    })),
  };
  return { data, response: first.outcome.response };
}

async function askEach<Item>(places: Places, signal: AbortSignal, call: Call<Item>): Promise<readonly Answer<Item>[]> {
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askOne = async ([director, own]: readonly [string, string | null]): Promise<Answer<Item>> => {
    try {
      const outcome = await call(director, own === null ? {} : { cursor: own }, AbortSignal.any([signal, late.signal]));
      timer ??= setTimeout(() => late.abort(), graceMs);
      return { director, outcome };
    } catch (error) {
      if (late.signal.aborted && !signal.aborted) return { director, outcome: null };
      throw error;
    }
  };
  try {
    return await Promise.all(Object.entries(places).map(askOne));
  } finally {
    clearTimeout(timer);
  }
}
