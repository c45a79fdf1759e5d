import { Injectable } from '@nestjs/common';
import { CallerLimit } from '../../domain/caller-limit.js';

const streamsPerCaller = 5;

/** Streams of every kind that a caller has open in this process. Refusal too_many_streams. */
@Injectable()
export class CallerStreams extends CallerLimit {
  constructor() {
    super(
      streamsPerCaller,
      'too_many_streams',
      `There are ${streamsPerCaller} open streams of this caller already. Close one first.`,
    );
  }
}
