/** Splits a device number the way Linux's makedev joins it. */
export function splitDeviceNumber(rdev: bigint): { readonly major: bigint; readonly minor: bigint } {
  return {
    major: ((rdev >> 8n) & 0xfffn) | ((rdev >> 32n) & 0xfffff000n),
    minor: (rdev & 0xffn) | ((rdev >> 12n) & 0xffffff00n),
  };
}
