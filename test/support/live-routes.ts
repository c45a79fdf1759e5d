import { type INestApplication } from '@nestjs/common';

interface RouterLayer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** `GET /api/v1/…/{name}` of every route that the running application answers. */
export function liveRoutes(app: INestApplication): string[] {
  const server = app.getHttpAdapter().getInstance() as { router: { stack: readonly RouterLayer[] } };
  return server.router.stack.flatMap(({ route }) => (route && !isPrefixException(route) ? namesOf(route) : []));
}

function namesOf({ path, methods }: NonNullable<RouterLayer['route']>): string[] {
  return Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
}

/** Nest itself lays one empty route, for every method, where a path is exempt from the prefix. */
function isPrefixException({ path, methods }: NonNullable<RouterLayer['route']>): boolean {
  return !path.startsWith('/api/') && Object.keys(methods).length > 1;
}
