// Takes half a minute. Every test runs jobs, each in a process of its own.
import {} from '@jest/globals';
import { declareConformance } from './conformance.js';
import { embeddedPlan } from './embedded-subject.js';
declareConformance(embeddedPlan);
