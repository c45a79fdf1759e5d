// Every test runs jobs, each in a process of its own: half a minute.
import {} from '@jest/globals';
import { declareConformance } from './conformance.js';
import { embeddedPlan } from './embedded-subject.js';
declareConformance(embeddedPlan);
