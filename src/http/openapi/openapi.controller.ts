import { readFileSync } from 'node:fs';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Requires } from '../access.decorators.js';
import { ApiProblems } from '../api-answers.js';
import { Conditional } from '../conditional.interceptor.js';

/** dist/openapi.json: the build writes it beside the code that it compiled, from the annotations of its routes, so the two always agree. */
export const documentFile = new URL('../../../openapi.json', import.meta.url);

@ApiTags('auth')
@Controller('openapi.json')
export class OpenapiController {
  private document: unknown;

  /**
   * Get the OpenAPI 3.1 document of this API
   * @remarks The document, generated from the routes of this console when it was built.
   */
  @Get()
  @Requires('authenticated')
  @Conditional()
  @ApiOkResponse({ description: 'The document.', schema: { type: 'object', additionalProperties: true, examples: [{ openapi: '3.1.0' }] } })
  @ApiProblems()
  getDocument(): unknown {
    this.document ??= JSON.parse(readFileSync(documentFile, 'utf8'));
    return this.document;
  }
}
