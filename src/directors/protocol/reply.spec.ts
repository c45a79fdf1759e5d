import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Frame } from './frame-reader.js';
import { ReplyCollector } from './reply.js';
import { signals } from './signals.js';
import { ProtocolError } from './protocol-error.js';

const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes): Frame => ({ kind: 'data', bytes: Buffer.from(bytes) })),
  fc.integer({ min: -64, max: -1 }).map((signal): Frame => ({ kind: 'signal', signal })),
);

describe('ReplyCollector', () => {
  it('stays within its limit and ends at the prompt alone, for any input', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 60 }), (frames) => {
        const collector = new ReplyCollector(signals.mainPrompt, 500);
        try {
          for (const frame of frames) {
            const isEnd = frame.kind === 'signal' && frame.signal === signals.mainPrompt;
            expect(collector.accept(frame) === 'done').toBe(isEnd);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
        const kept = collector.reply.items.reduce((sum, item) => sum + 4 + item.bytes.length, 0);
        expect(kept).toBeLessThanOrEqual(500);
      }),
    );
  });

  it('does not take the end of data for the end in the machine modes, nor the prompt in the mode for people', () => {
    const signal = (number: number): Frame => ({ kind: 'signal', signal: number });
    expect(new ReplyCollector(signals.mainPrompt, 500).accept(signal(signals.endOfData))).toBe('more');
    expect(new ReplyCollector(signals.endOfData, 500).accept(signal(signals.mainPrompt))).toBe('more');
  });
});
