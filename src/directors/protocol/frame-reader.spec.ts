import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Frame, FrameReader } from './frame-reader.js';
import { frameOf, signalFrame } from './frame-channel.js';
import { ProtocolError } from './protocol-error.js';

function framesOf(reader: FrameReader): Frame[] {
  const frames: Frame[] = [];
  for (let frame = reader.next(); frame; frame = reader.next()) frames.push(frame);
  return frames;
}

function read(chunks: readonly Uint8Array[], reader = new FrameReader()): Frame[] {
  return chunks.flatMap((chunk) => {
    reader.push(chunk);
    return framesOf(reader);
  });
}

const anyFrame = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes): Frame => ({ kind: 'data', bytes: Buffer.from(bytes) })),
  fc.integer({ min: -31, max: -1 }).map((signal): Frame => ({ kind: 'signal', signal })),
);
const encoded = (frames: readonly Frame[]) =>
  Buffer.concat(frames.map((frame) => (frame.kind === 'data' ? frameOf(frame.bytes) : signalFrame(frame.signal))));

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut));
}

describe('FrameReader', () => {
  it('reads recorded bytes: a welcome, an empty payload and the prompt', () => {
    const bytes = Buffer.from('0000000d31303030204f4b20617574680a00000000ffffffee', 'hex');
    const frames = read([bytes]);
    expect(frames).toEqual([
      { kind: 'data', bytes: Buffer.from('1000 OK auth\n') },
      { kind: 'data', bytes: Buffer.alloc(0) },
      { kind: 'signal', signal: -18 },
    ]);
  });

  it('gives equal frames however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyFrame, { maxLength: 20 }),
        fc.array(fc.nat(10_000), { maxLength: 30 }),
        (frames, places) => {
          expect(read(cutAt(encoded(frames), places))).toEqual(frames);
        },
      ),
    );
  });

  it('reads a frame of 4,000,000 bytes that comes one byte at a time, copying each byte a bounded number of times', () => {
    const payload = Buffer.alloc(4_000_000, 'x');
    const reader = new FrameReader();
    const bytes = frameOf(payload);
    const frames: Frame[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      reader.push(bytes.subarray(at, at + 1));
      const frame = reader.next();
      if (frame) frames.push(frame);
    }
    expect(frames).toHaveLength(1);
    expect(frames[0]?.kind === 'data' && frames[0].bytes.equals(payload)).toBe(true);
  });

  it('lets go of the memory of a large frame', () => {
    const reader = new FrameReader();
    read([frameOf(Buffer.alloc(4_000_000))], reader);
    expect(reader.heldBytes).toBeLessThanOrEqual(65_536);
  });

  it('stays small over many frames that never end at a chunk', () => {
    const reader = new FrameReader();
    const bytes = encoded(
      Array.from({ length: 20_000 }, () => ({ kind: 'data', bytes: Buffer.from('twenty bytes of text') })),
    );
    let most = 0;
    let count = 0;
    for (let at = 0; at < bytes.length; at += 1_000) {
      count += read([bytes.subarray(at, at + 1_000)], reader).length;
      most = Math.max(most, reader.heldBytes);
    }
    expect(count).toBe(20_000);
    expect(most).toBeLessThanOrEqual(8_192);
  });

  it.each([
    ['a frame beyond 4,000,000 bytes', '003d0901', /a frame of 4000001 bytes is announced/],
    ['a compressed frame', '40000010', /compressed or extended/],
    ['an extended header', '20000010', /compressed or extended/],
    ['a web server', Buffer.from('HTTP/1.1 400').toString('hex'), /host and port/],
    ['a TLS alert', '15030300020228', /a frame of 352518912 bytes is announced/],
    ['a signal that does not exist', '80000000', /signal -2147483648/],
  ])('rejects %s before its payload', (_what, hex, message) => {
    expect(() => read([Buffer.from(hex, 'hex')])).toThrow(message);
  });

  it('survives mutated streams: frames or a ProtocolError, within memory', () => {
    const mutation = fc.record({ at: fc.nat(5_000), to: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(
        fc.array(anyFrame, { minLength: 1, maxLength: 20 }),
        fc.array(mutation, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(5_000), { maxLength: 10 }),
        (frames, mutations, places) => {
          const bytes = encoded(frames);
          for (const { at, to } of mutations) bytes[at % bytes.length] = to;
          const reader = new FrameReader();
          try {
            const payload = read(cutAt(bytes, places), reader).reduce(
              (sum, f) => sum + (f.kind === 'data' ? f.bytes.length : 0),
              0,
            );
            expect(payload).toBeLessThanOrEqual(bytes.length);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
          expect(reader.heldBytes).toBeLessThanOrEqual(Math.max(4_096, 2 * bytes.length));
        },
      ),
      { numRuns: 500 },
    );
  });
});
