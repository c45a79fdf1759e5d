import { jest } from '@jest/globals';
import { declareConformance } from './conformance.js';
import { embeddedPlan } from './embedded-subject.js';

jest.setTimeout(180_000);
declareConformance(embeddedPlan);
