import { createDocument } from '../../src/platform/http/openapi/document.js';
import { previewedApp } from '../../src/start/previewed-app.js';
import { type DocumentedOperation, operationsOf, type WrittenDocument } from './document.js';

/** Of all routes below /api/v1, internal groups too, as their annotations say: what a new route adds is here by itself. */
export async function liveOperations(): Promise<readonly DocumentedOperation[]> {
  const app = await previewedApp();
  const document = createDocument(app, 'of the tests', []) as unknown as WrittenDocument;
  await app.close();
  return operationsOf(document).filter(({ requiredCapability, path }) => isOfApi(requiredCapability, path));
}

/** Pages and probes need no capability and lie elsewhere in the running console; the log-in and the redeeming of links are the public routes here. */
function isOfApi(requiredCapability: string | undefined, path: string): boolean {
  return (requiredCapability ?? 'none') !== 'none' || path === '/auth/login' || path === '/auth/one-time-link';
}
