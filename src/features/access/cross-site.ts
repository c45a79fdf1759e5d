const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method);
}

export interface RequestOrigin {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Whether a browser says that another site made it send this request. Both headers are set by the browser and cannot be
 * forged by a page; programs send neither and pass.
 */
export function isCrossSite({ secFetchSite, origin }: RequestOrigin, ownOrigin: string): boolean {
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none') return true;
  return origin !== undefined && origin !== ownOrigin;
}
