import { Injectable } from '@nestjs/common';
import { CallerLimit } from '../domain/principal.js';

const streamsPerCaller = 5;

/** Streams of every kind that a caller has open in this process. AppError too_many_streams. */
@Injectable()
export class CallerStreams extends CallerLimit {
  constructor() {
    super(
      streamsPerCaller,
      'too_many_streams',
      `This caller already has ${streamsPerCaller} open streams. Close one first.`,
    );
  }
}
