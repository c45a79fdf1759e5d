import { type NextFunction, type Request, type Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

/** How long answers that were begun may take to end when the console stops; then their connections are cut. */
const patienceMs = 3_000;

/** An adapter that lets answers come to their end before it closes connections: what was asked is told. */
export class GracefulExpressAdapter extends ExpressAdapter {
  private readonly open = new Set<Response>();
  /** Waited for after the last answer, while the database is still there. Must not throw. */
  afterAnswers: () => Promise<void> = () => Promise.resolve();
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

  override async close(): Promise<unknown> {
    // Nobody new is let in meanwhile.
    this.httpServer.close();
    await this.untilAnswered();
    await this.afterAnswers();
    return super.close();
  }

  private async untilAnswered(): Promise<void> {
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
