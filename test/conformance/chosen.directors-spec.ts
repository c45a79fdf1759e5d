import {} from '@jest/globals';
import { chosenPlan } from './chosen-director.js';
import { declareConformance } from './conformance.js';
import { testOptions } from '../harness/fixtures/test-options.js';

const { conformanceDirector } = testOptions;
if (conformanceDirector === undefined)
  throw new Error('CONFORMANCE_DIRECTOR must name a settings file; docs/develop/lab.md says what it contains.');
declareConformance(chosenPlan(conformanceDirector));
