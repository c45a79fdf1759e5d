/**
 * Each item with what `read` has of it, in the order of the items. Reading goes on ahead by one more item after each, by `most` of
 * them at last: whoever has enough after the first item has nothing read in vain. Whoever leaves early waits for what was begun.
 */
export async function* readAhead<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const source = items[Symbol.asyncIterator]();
  const begun: (readonly [Item, Promise<Result>])[] = [];
  try {
    for (let passed = 0; ; passed += 1) {
      await beginUpTo(1 + Math.min(passed, most), begun, source, read);
      const next = begun.shift();
      if (next === undefined) return;
      yield [next[0], await next[1]];
    }
  } finally {
    await Promise.allSettled(begun.map(([, result]) => result));
    await source.return?.();
  }
}

async function beginUpTo<Item, Result>(
  count: number,
  begun: (readonly [Item, Promise<Result>])[],
  source: AsyncIterator<Item>,
  read: (item: Item) => Promise<Result>,
): Promise<void> {
  while (begun.length < count) {
    const next = await source.next();
    if (next.done === true) return;
    const result = read(next.value);
    // A failure is told when its turn comes; nobody may have asked for it until then.
    result.catch(() => undefined);
    begun.push([next.value, result]);
  }
}
