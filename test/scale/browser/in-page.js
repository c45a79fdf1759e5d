/*
 * Runs in the page: takes the time from an input until what it asks for has been painted. Signs that it is there are looked for
 * before each frame; the frame after that one begins when it has been painted.
 */
{
  const mostMs = 30_000;
  /** What is known already is drawn within so many frames of its address. */
  const knownFrames = 3;

  const rows = () => [...document.querySelectorAll('main .list [data-index]')];
  const cellOf = (row, head) => row.querySelector(`[data-label="${head}"]`)?.innerText ?? '';
  const linkOf = (row) => row.querySelector('a')?.getAttribute('title') ?? row.querySelector('a')?.innerText ?? '';
  const address = () => decodeURIComponent(location.hash.replaceAll('+', ' '));
  const isWaiting = () => document.querySelector('main .placeholder') !== null;
  const seen = () => rows().map(linkOf).join('\n');
  const isEmpty = () => document.querySelector('main > .empty, main .what .empty') !== null;

  const continueSearch = () => document.querySelector('main .found-count button:not([aria-disabled="true"])');

  /** Whether rows cover all of the list that is in view. */
  function isCovered() {
    const body = document.querySelector('main .list-body')?.getBoundingClientRect();
    if (!body) return false;
    const boxes = rows().map((row) => row.getBoundingClientRect());
    const [top, bottom] = [Math.max(0, body.top), Math.min(innerHeight, body.bottom)];
    const [first, last] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    return boxes.length > 0 && first <= top + 1 && last >= bottom - 1;
  }

  /** Whether more rows than are in the page can be read. */
  const hasMore = () => document.querySelector('main .list')?.getAttribute('aria-rowcount') === '-1';
  const height = () => document.documentElement.scrollHeight;

  /** A state may go on after a comma: what is unusual about the run. */
  const isOneOf = (texts, shown) => texts.some((text) => shown === text || shown.startsWith(`${text},`));

  /** Each makes a question of what it finds before the input: is the answer to it in the page? */
  const signs = {
    /** Another list than before, of rows that all have one of these texts in the column. */
    list({ hash, head, texts }) {
      const before = seen();
      let sawGap = false;
      return () => {
        sawGap ||= isWaiting() || rows().length === 0;
        if (!address().includes(hash) || isWaiting()) return false;
        if (rows().length === 0) return isEmpty();
        const isOther = sawGap || seen() !== before;
        return isOther && (head === undefined || rows().every((row) => isOneOf(texts, cellOf(row, head).trim())));
      };
    },
    /** The rows of a folder: all of them lie in it. */
    folder({ path }) {
      const before = seen();
      return () => {
        const isThere = (new URLSearchParams(location.hash.split('?')[1]).get('path') ?? '') === path;
        if (!isThere || seen() === before) return false;
        if (rows().length === 0) return isEmpty();
        return rows().every((row) => linkOf(row).startsWith(path) && linkOf(row).length > path.length);
      };
    },
    /** The same list as of another time: it may have the same rows, and be known already. */
    asOf({ hash }) {
      let frames = 0;
      let sawGap = false;
      return () => {
        if (!address().includes(hash)) return false;
        frames += 1;
        sawGap ||= isWaiting();
        return !isWaiting() && rows().length > 0 && (sawGap || frames > knownFrames);
      };
    },
    /** What a search found: each name has the text. */
    found({ hash, text }) {
      const nameOf = (row) => linkOf(row).replace(/\/$/, '').split('/').at(-1) ?? '';
      return () => {
        if (!address().includes(hash)) return false;
        // A page of a search ends after four seconds, on a busy machine also without a row: whoever waits for one goes on.
        if (rows().length === 0) continueSearch()?.click();
        if (rows().length === 0) return isEmpty();
        return rows().every((row) => nameOf(row).toLowerCase().includes(text.toLowerCase()));
      };
    },
    /** The list stands so many pixels further. At the end of what was read it has more rows, if there are any. */
    scrolled({ by }) {
      const [from, whole, isMore] = [scrollY, height(), hasMore()];
      const furthest = whole - innerHeight;
      const to = Math.min(from + by, furthest);
      const isBeyond = from + by > furthest && isMore;
      return () => scrollY >= to - 1 && isCovered() && (!isBeyond || height() > whole || !hasMore());
    },
    /** More rows than there were, where more can be read. */
    grown() {
      const [whole, isMore] = [height(), hasMore()];
      return () => isCovered() && (!isMore || height() > whole || !hasMore());
    },
    /** The heading, and nothing that is waited for. */
    page({ title }) {
      return () => document.querySelector('main h1')?.innerText.startsWith(title) === true && !isWaiting();
    },
  };

  let outcome = Promise.reject(new Error('Nothing was armed.'));
  outcome.catch(() => undefined);

  /** Waits for the next input of this kind, wherever it is made, and then for the sign. */
  function arm({ on, sign, ...what }) {
    const isThere = signs[sign](what);
    outcome = new Promise((resolve, reject) => {
      addEventListener(on, (event) => follow(event.timeStamp, isThere, resolve, reject), { capture: true, once: true });
    });
    outcome.catch(() => undefined);
  }

  function follow(begun, isThere, resolve, reject) {
    const look = () => {
      if (isThere()) requestAnimationFrame(() => resolve(performance.now() - begun));
      else if (performance.now() - begun < mostMs) requestAnimationFrame(look);
      else
        reject(
          new Error(
            `Nothing came within ${mostMs} ms: ${address()}\n${document.querySelector('main')?.innerText.slice(0, 1000)}`,
          ),
        );
    };
    requestAnimationFrame(look);
  }

  /** Paths of the folders that are in view. */
  const folders = () =>
    rows()
      .map(linkOf)
      .filter((path) => path.endsWith('/'));

  const isReading = () => isWaiting() || document.querySelector('main .list-more') !== null;

  /** How long an answer that nothing shows any more stays cached, each with a timer of its own: `gcTime` in web/src/api/queries.ts. */
  const cacheMs = 60_000;
  const timers = new Set();
  const { setTimeout: setTimer, clearTimeout: clearTimer } = window;
  window.setTimeout = (work, ms, ...rest) => {
    const timer = setTimer(
      (...given) => {
        timers.delete(timer);
        work(...given);
      },
      ms,
      ...rest,
    );
    if (ms === cacheMs) timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    timers.delete(timer);
    clearTimer(timer);
  };

  let cached = [];
  /** Remembers what is cached now and returns how many answers that is; `isExpired` says whether all of them have expired. */
  const markCached = () => (cached = [...timers]).length;
  const isExpired = () => !cached.some((timer) => timers.has(timer));

  window.stopwatch = { arm, outcome: () => outcome, folders, isReading, markCached, isExpired };
}
