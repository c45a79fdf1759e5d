import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import express from 'express';
import { Pool } from 'pg';

/**
 * Run as a process of its own: answers every request with the SQL of the recent runs and the bytes that the console answers.
 * `express` wraps it in Express; `bare` is node:http alone. Takes both from its parent, tells its port back.
 */
export interface YardstickOrder {
  readonly kind: 'bare' | 'express';
  readonly catalogUrl: string;
  /** The text and values of the console's own statement. */
  readonly statement: { readonly text: string; readonly values: unknown[]; readonly name?: string };
  /** The console's answer as a value; made to text again for each answer. */
  readonly answer: unknown;
}

process.once('message', (order: YardstickOrder) => {
  const pool = new Pool({ connectionString: order.catalogUrl, max: 4 });
  const answer = async (response: ServerResponse): Promise<void> => {
    await pool.query(order.statement);
    const body = Buffer.from(JSON.stringify(order.answer));
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  };
  const asExpress = (): express.Express => {
    const app = express();
    app.disable('etag');
    app.get('/api/v1/operations/jobs/recent', async (_request, response) => {
      await pool.query(order.statement);
      response.json(order.answer);
    });
    return app;
  };
  const server = createServer(order.kind === 'express' ? asExpress() : (_request, response) => void answer(response));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit(0));
