import { type NextFunction, type Request, type Response } from 'express';

/**
 * Ends the connection of a client that has taken nothing of its answer for so long: it would hold the answer in memory for as long
 * as it likes. Answers that have nothing to send for a while, such as streams and waits, are spared.
 */
export function endStalledReaders(limitMs: number) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setTimeout(limitMs, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
    next();
  };
}
