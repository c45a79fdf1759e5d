/** Asks again until the answer is something other than null or false; fails after the limit instead of waiting for luck. */
export async function until<T>(
  ask: () => T | null | false | Promise<T | null | false>,
  limitMs = 60_000,
): Promise<Exclude<T, null | false>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer as Exclude<T, null | false>;
    if (performance.now() > deadline) throw new Error(`It did not come to hold within ${limitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
