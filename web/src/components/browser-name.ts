const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox 128, Linux" of what a browser calls itself; its own words where they are none that we know. */
export function browserName(userAgent: string): string {
  const browser = browsers
    .map(([pattern, name]) => [name, pattern.exec(userAgent)?.[1]] as const)
    .find(([, version]) => version);
  if (!browser) return userAgent;
  const system = systems.find(([pattern]) => pattern.test(userAgent));
  return [browser.join(' '), ...(system ? [system[1]] : [])].join(', ');
}
