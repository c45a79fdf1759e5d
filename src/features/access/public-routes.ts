/** The few routes that need no credential. The handler must declare @Public as well: both must agree. */
const publicRoutes: ReadonlySet<string> = new Set([
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/one-time-link',
  'POST /api/v1/auth/one-time-link/check',
]);

const guarded = /^\/+api(\/|$)/;

/** Whether exactly this spelling is public; any other one needs a credential. Pages and probes outside the API are. */
export function isPublicRoute(method: string, path: string): boolean {
  return publicRoutes.has(`${method} ${path}`) || !isGuarded(path);
}

/**
 * Whether a path needs a credential, whether or not it has a route. Spellings that a router or a proxy might take for such a
 * path count: letter case, percent signs, doubled slashes, backslashes, dot segments.
 */
export function needsCredential(method: string, path: string): boolean {
  return !isPublicRoute(method, path);
}

/** Pages that show more to an authenticated user, and are also public. */
export function isAuthOptional(path: string): boolean {
  return path === '/docs';
}

function isGuarded(path: string): boolean {
  return guarded.test(path.toLowerCase()) || guarded.test(plainest(path));
}

function plainest(path: string): string {
  const plain = decodedOrRaw(path).replaceAll('\\', '/').toLowerCase();
  // A URL resolves dot segments as clients and proxies do.
  return new URL(`/${plain.replace(/^\/+/, '')}`, 'http://console.invalid').pathname.replace(/\/{2,}/g, '/');
}

/** Decoded until nothing changes, at most a few times: some proxies decode twice. */
function decodedOrRaw(path: string): string {
  let text = path;
  for (let round = 0; round < 3; round += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}
