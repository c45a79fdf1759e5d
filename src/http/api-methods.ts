import { ApiConsumes } from '@nestjs/swagger';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** The part of Express 5's router that lists the routes. */
interface RouterLayer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

const noRoute = '(none)';

/** `GET /api/v1/tokens/{id}` of the route that answers the request, or that would; the path itself stays unsaid where none does. */
export function routeOf(request: Request): string {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const router = (request.app as unknown as { router?: { stack: readonly RouterLayer[] } }).router;
  const layer = router?.stack.find(
    (one) => one.route?.methods[method.toLowerCase()] === true && matches(one, request.path),
  );
  const pattern = layer?.route?.path.replaceAll(/:(\w+)/g, '{$1}') ?? noRoute;
  return `${request.method} ${pattern}`;
}

/** Methods that some route answers at the request's path, in upper case; empty where no route does. */
export function allowedMethods(request: Request): string[] {
  const router = (request.app as unknown as { router?: { stack: readonly RouterLayer[] } }).router;
  const methods = new Set<string>();
  for (const layer of router?.stack ?? []) {
    if (layer.route && matches(layer, request.path)) {
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
    }
  }
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods].sort();
}

function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A malformed percent sign in a parameter: the path fits no resource.
    return false;
  }
}

/** What PATCH takes: a merge patch is JSON as it is meant here, fields that are left out stay. */
export const patchTypes = ['application/json', 'application/merge-patch+json'] as const;

/** Declares the media types of a PATCH. */
export function ApiMergePatch(): MethodDecorator & ClassDecorator {
  return ApiConsumes(...patchTypes);
}

/** Answers OPTIONS with the methods of the address. Comes after authentication: strangers do not learn which addresses exist. */
export const answerOptions: RequestHandler = (request: Request, response: Response, next: NextFunction): void => {
  const methods = request.method === 'OPTIONS' ? allowedMethods(request) : [];
  if (methods.length === 0) {
    next();
    return;
  }
  response.setHeader('Allow', methods.join(', '));
  if (methods.includes('PATCH')) response.setHeader('Accept-Patch', patchTypes.join(', '));
  response.status(204).end();
};
