import {} from '@jest/globals';
import { declareConformance } from './conformance.js';
import { embeddedPlan } from './embedded-subject.js';
declareConformance(embeddedPlan);
