import {} from '@jest/globals';
import { describeWithLab } from '../lab/lab-suites.js';
import { type Lab } from '../lab/lab.js';
import { declareBaculaChains } from './bacula-chains.js';
import { declareConformance } from './conformance.js';
import { labPlan } from './lab-subject.js';

await describeWithLab('conformance of Bacula 9.6', ['9.6'], () => {
  let lab: Lab;
  const plan = labPlan('9.6', (started) => (lab = started));
  declareConformance(plan, (scene, history) => declareBaculaChains(() => lab, scene, history));
});
