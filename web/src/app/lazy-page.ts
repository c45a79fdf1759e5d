import { lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '../components/missing-chunk';

/** A page whose code is loaded when it is first opened, or when a link to it is pointed at. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadChunk(load), name);
}
