import { type Type } from '@nestjs/common';
import { OpenapiModule } from './platform/http/openapi/openapi.module.js';

/** The modules whose routes are the stable coverage and stand in the document. What is not here is internal. */
export const coveredModules: readonly Type[] = [OpenapiModule];
