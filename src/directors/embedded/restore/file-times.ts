/**
 * A time for Node's `utimes` calls, which take seconds as a double: about 240 ns apart, and cut to whole microseconds by
 * older libuv. The double returned lies in the wanted microsecond whether it is cut or not.
 */
export function utimesArgument(seconds: number, nanoseconds: number): number | Date {
  // Node reads a negative number as "now"; a Date is taken as it is, at the price of milliseconds.
  if (seconds < 0) return new Date(seconds * 1000 + nanoseconds / 1e6);
  const microseconds = Math.floor(nanoseconds / 1000);
  const nearest = seconds + nanoseconds / 1e9;
  const wanted = seconds * 1e6 + microseconds;
  // The distance between neighboring doubles, which grows in 2038.
  const step = seconds < 2 ** 31 ? 2 ** -22 : 2 ** -21;
  for (const steps of [0, 1, -1, 2, -2]) {
    const candidate = nearest + steps * step;
    const whole = Math.floor(candidate);
    const uncut = Math.floor(Math.floor((candidate - whole) * 1e9) / 1000);
    if (Math.floor(candidate * 1e6) === wanted && whole === seconds && uncut === microseconds) return candidate;
  }
  return nearest;
}

export function nanosecondsOf(seconds: number, nanoseconds: number): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
}
