import {} from '@jest/globals';
import { chosenPlan } from './chosen-director.js';
import { declareConformance } from './conformance.js';

const file = process.env['CONFORMANCE_DIRECTOR'];
if (file === undefined)
  throw new Error('CONFORMANCE_DIRECTOR must name a settings file; docs/lab.md tells what it holds.');
declareConformance(chosenPlan(file));
