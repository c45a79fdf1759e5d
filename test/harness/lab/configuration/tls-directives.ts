import { type LabPlan } from './lab-plan.js';

/** For the Director and its Console resources: what consoles must bring. */
export function tlsOfListener(plan: LabPlan): string {
  if (plan.tls === 'certificates') return `${certificateTls(plan, 'director')}  TLS Verify Peer = no\n`;
  // Version 9.6 knows no PSK and refuses the word.
  return plan.tls === 'none' && plan.version === '15' ? '  TLS PSK Enable = no\n' : '';
}

/** For bconsole. */
export function tlsOfConsole(plan: LabPlan): string {
  return plan.tls === 'certificates' ? certificateTls(plan, 'console') : tlsOfListener(plan);
}

function certificateTls({ folders }: LabPlan, holder: string): string {
  return `  TLS Enable = yes
  TLS Require = yes
  TLS CA Certificate File = "${folders.certificates}/ca.pem"
  TLS Certificate = "${folders.certificates}/${holder}.pem"
  TLS Key = "${folders.certificates}/${holder}.key"
`;
}
