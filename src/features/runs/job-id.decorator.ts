import { applyDecorators, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { parseJobId } from '../../domain/job.js';
import { AppError } from '../../domain/error-codes.js';

class JobIdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    const jobId = parseJobId(text);
    if (jobId === null) throw new AppError('not_found', 'A job id is a positive 32-bit integer. No run has this id.');
    return jobId;
  }
}

/** The job id in the path, as a number. */
export function JobIdParam(): ParameterDecorator {
  return Param('jobId', JobIdPipe);
}

/** Describes the job id in the path for the document. */
export function ApiJobId(): MethodDecorator {
  return applyDecorators(
    ApiParam({
      name: 'jobId',
      description: 'Job id of the run at its Director.',
      schema: { type: 'integer', format: 'int32', minimum: 1 },
      example: 7,
    }),
  );
}
