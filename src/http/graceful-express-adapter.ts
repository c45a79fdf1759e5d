import { type ErrorRequestHandler, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import { answerOptions } from './api-methods.js';

/** How long responses in progress may take at shutdown; then their connections are closed. */
const patienceMs = 3_000;

/** An adapter that completes responses in progress before it closes connections. */
export class GracefulExpressAdapter extends ExpressAdapter {
  private readonly open = new Set<Response>();
  /** Waited for after the last answer, while the database is still there. Must not throw. */
  afterAnswers: () => Promise<void> = () => Promise.resolve();
  /** Authenticates a request that no route takes. To be set before the application is initialized. */
  checkUnrouted: RequestHandler = () => {
    throw new Error('The authentication of requests without a route is not set.');
  };
  private whenNoneIsOpen: () => void = () => undefined;

  /** To be used before everything else. */
  readonly track = (_request: Request, response: Response, next: NextFunction): void => {
    this.open.add(response);
    // Some ten parts of the console wait for the end of a response; Node warns at eleven.
    response.setMaxListeners(20);
    response.once('close', () => {
      this.open.delete(response);
      if (this.open.size === 0) this.whenNoneIsOpen();
    });
    next();
  };

  /** Behind all routes, for every address and not only those below the prefix: 401, then OPTIONS, then Nest's 404. */
  override setNotFoundHandler(handler: RequestHandler): void {
    this.use((request: Request, response: Response, next: NextFunction) => this.checkUnrouted(request, response, next));
    this.use(answerOptions, handler);
  }

  /** The router ends at a percent sign that it cannot decode, before it knows whether there is a route. */
  override setErrorHandler(handler: ErrorRequestHandler): void {
    this.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
      if (!(error instanceof URIError)) next(error);
      else this.checkUnrouted(request, response, (failure?: unknown) => next(failure ?? error));
    });
    this.use(handler);
  }

  override async close(): Promise<unknown> {
    // New connections are rejected meanwhile.
    this.httpServer.close();
    await this.untilResponded();
    await this.afterAnswers();
    return super.close();
  }

  private async untilResponded(): Promise<void> {
    if (this.open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.whenNoneIsOpen = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
