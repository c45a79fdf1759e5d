import { type Server } from 'node:http';
import { type DynamicModule, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { type Logger } from 'pino';
import { ReadLog } from '../features/audit/reads/read-log.js';
import { AuthenticationGuard } from '../features/access/authentication.guard.js';
import { DenialLog } from '../features/access/access-denials/denial-log.js';
import { compressAnswers } from '../http/compression.js';
import { ClientAddresses } from '../http/client-address.js';
import { GracefulExpressAdapter } from '../http/graceful-express-adapter.js';
import { sendUnreadable, headLimitBytes } from '../http/json-body.js';
import { type Settings } from '../config/settings.js';
import { SETTINGS } from '../config/settings.module.js';
import { requestContext } from '../http/request-context.js';
import { NestLog } from '../platform/logging/log.js';
import { HttpMetrics } from '../platform/metrics/http-metrics.js';

/**
 * Closes the connection of a client that has read nothing of its response for this long; it would keep the response in memory.
 * Responses that pause, such as streams and waits, are exempt.
 */
export function endStalledReaders(limitMs: number) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setTimeout(limitMs, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
    next();
  };
}

/** The application, ready to listen. What runs before routing is here in its order; Nest's guards run after it. */
export async function createHttpApp(module: DynamicModule, log: Logger): Promise<INestApplication> {
  const adapter = new GracefulExpressAdapter(ownServer());
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    logger: new NestLog(log),
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: true,
  });
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(adapter.track);
  app.use(endStalledReaders(60_000));
  app.use(app.get(HttpMetrics).handler);
  const isHttps = app.get<Settings>(SETTINGS).baseUrl.startsWith('https:');
  app.use(requestContext(log, isHttps, app.get(ClientAddresses)));
  app.use(compressAnswers());
  adapter.checkUnrouted = app.get(AuthenticationGuard).checkUnrouted;
  app.setGlobalPrefix('api/v1', { exclude: ['healthz', 'readyz', 'docs', 'docs/{*rest}', '/', 'assets/:name'] });
  adapter.afterAnswers = async () => {
    await app.get(DenialLog).flush();
    await app.get(ReadLog).flush();
  };
  limitConnections(app.getHttpServer());
  await app.init();
  return app;
}

function ownServer(): Express {
  const server = express();
  // A job called Recent is not the list of recent runs, and an address has one spelling. Express reads these settings once, before
  // Nest's adapter makes routes.
  server.enable('case sensitive routing');
  server.enable('strict routing');
  return server;
}

/** A client that sends slowly must not occupy a connection forever; streams and waits are responses, which these limits do not affect. */
function limitConnections(server: Server): void {
  // A path of 4096 bytes or the ref of one, each byte percent-encoded, has room. Node.js reads the limit at each connection.
  Object.assign(server, { maxHeaderSize: headLimitBytes });
  server.on('clientError', sendUnreadable);
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
}
