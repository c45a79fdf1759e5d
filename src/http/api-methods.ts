import { ApiConsumes } from '@nestjs/swagger';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { allowedMethods } from './route-methods.js';

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
