import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FrameChannel } from '../../../../src/directors/protocol/frame-channel.js';
import { ProtocolError } from '../../../../src/directors/protocol/protocol-error.js';

const goodbye = Buffer.from([255, 255, 255, 252]);

let server: Server;
let channel: FrameChannel;
/** The Director's end. What is written to it after the console is gone fails. */
let theirs: Socket;

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const arrived = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [theirs] = (await arrived) as [Socket];
  await once(socket, 'connect');
  channel = new FrameChannel(socket);
  channel.isLoggedIn = true;
});

afterEach(async () => {
  theirs.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Reads to the end of what the console says, and answers it. */
async function heard(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  theirs.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(theirs, 'end');
  return Buffer.concat(chunks);
}

describe('a connection that is closed', () => {
  it('says goodbye, ends its side, and takes the goodbye of the Director before the connection is gone', async () => {
    channel.close();
    expect(channel.isOpen).toBe(false);
    expect(await heard()).toEqual(goodbye);
    theirs.end(goodbye);
    const [hadError] = (await once(theirs, 'close')) as [boolean];
    expect(hadError).toBe(false);
    await channel.closed;
  });

  it('takes what the Director was still saying, however much it is', async () => {
    channel.close();
    await heard();
    for (let part = 0; part < 100; part += 1) theirs.write(Buffer.alloc(64 * 1024));
    theirs.end(goodbye);
    const [hadError] = (await once(theirs, 'close')) as [boolean];
    expect(hadError).toBe(false);
  });

  it('does the same where a caller gave up a command in flight', async () => {
    channel.fail(new ProtocolError('aborted', 'The caller gave up.'));
    expect(() => channel.take()).toThrow('The caller gave up.');
    await heard();
    theirs.end('the rest of the answer');
    const [hadError] = (await once(theirs, 'close')) as [boolean];
    expect(hadError).toBe(false);
  });

  it('ends without the goodbye of a Director that never says it', async () => {
    channel.close();
    await channel.closed;
    expect(theirs.destroyed).toBe(false);
  });
});
