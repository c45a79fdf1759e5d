// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import {} from '@jest/globals';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { declareBaculaChains } from './bacula-chains.js';
import { declareConformance } from './conformance.js';
import { labPlan } from './lab-subject.js';

await describeWithLab('conformance of Bacula 15', ['15'], () => {
  let lab: Lab;
  const plan = labPlan('15', (started) => (lab = started));
  declareConformance(plan, (fixture, history) => declareBaculaChains(() => lab, fixture, history));
});
