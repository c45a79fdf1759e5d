export { diagnosis } from './diagnosis.de';
export { eventSummary } from './event-summary.de';
export { finding } from './finding.de';
export { outcome } from './outcome.de';
export { problem } from './problem.de';
export { waiting } from './waiting.de';
