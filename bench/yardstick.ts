import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import express from 'express';
import { Pool } from 'pg';

/**
 * Run as a process of its own: answers every request with the SQL of the recent runs and the bytes that the console answers.
 * `bare` is node:http alone, with the statement prepared as the console has it; `plain` sends the same
 * text to be planned at each request, as `pool.query(text, values)` does; `express` is `bare` within Express. Takes its order
 * from its parent, tells its port back.
 */
export interface YardstickOrder {
  readonly kind: 'bare' | 'plain' | 'express';
  readonly databaseUrl: string;
  /** The console's own, under the name by which it is prepared. */
  readonly statement: { readonly text: string; readonly values: unknown[]; readonly name?: string };
  /** The console's answer as a value; made to text again for each answer. */
  readonly answer: unknown;
}

/** Opened beforehand. */
async function openPool({ databaseUrl }: YardstickOrder): Promise<Pool> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4, idleTimeoutMillis: 0 });
  const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
  for (const client of clients) client.release();
  return pool;
}

async function serve(order: YardstickOrder): Promise<void> {
  const pool = await openPool(order);
  const { text, values } = order.statement;
  const statement = order.kind === 'plain' ? { text, values } : order.statement;
  const answer = async (response: ServerResponse): Promise<void> => {
    await pool.query(statement);
    const body = Buffer.from(JSON.stringify(order.answer));
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  };
  const asExpress = (): express.Express => {
    const app = express();
    app.disable('etag');
    app.get('/api/v1/operations/jobs/recent', async (_request, response) => {
      await pool.query(statement);
      response.json(order.answer);
    });
    return app;
  };
  const server = createServer(order.kind === 'express' ? asExpress() : (_request, response) => void answer(response));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

process.once('message', (order: YardstickOrder) => void serve(order));
process.once('disconnect', () => process.exit(0));
