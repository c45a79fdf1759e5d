import { type Changes } from '../../audit/audit-recorder.js';
import { type ChosenSettings, openTargetOf } from './channel.mapper.js';

interface Audited extends ChosenSettings {
  readonly name: string;
}

/** Every member of a new channel. The recorder masks the values of secrets, so that only their being there is told. */
export function additions(channel: Audited): Changes {
  const members = Object.entries(membersOf(channel)).filter(([, to]) => to !== null);
  return Object.fromEntries(members.map(([member, to]) => [member, { to }]));
}

/** The members that differ, secrets by name alone. */
export function differences(before: Audited, after: Audited): Changes {
  const [old, young] = [membersOf(before), membersOf(after)];
  const changed = Object.keys(young).filter((member) => JSON.stringify(old[member]) !== JSON.stringify(young[member]));
  return Object.fromEntries(changed.map((member) => [member, { from: old[member], to: young[member] }]));
}

function membersOf({ name, subscription, target }: Audited): Record<string, unknown> {
  const shown = { name, ...subscription, ...openTargetOf(target) };
  if (target.kind === 'email') return { ...shown, smtpPassword: target.smtp?.password ?? null };
  const { url, serviceKey, authorization, signingSecrets } = target;
  return { ...shown, url, serviceKey, authorization, signingSecrets };
}
