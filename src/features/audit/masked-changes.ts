/** Before and after of each changed member. */
export type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

const secretMembers =
  /password|passphrase|secret|plaintext|hash|authorization|cookie|(private|service|routing|api|signing)_?key|^(url|webhookUrl|key)$/i;
const mask = '[hidden]';

/** Changes as they may be kept: what stands under the name of a secret is masked, at any depth. */
export function maskedChanges(changes: Changes): Record<string, { from?: unknown; to?: unknown }> {
  return Object.fromEntries(
    Object.entries(changes).map(([member, change]) => [member, isSecret(member) ? hidden(change) : opened(change)]),
  );
}

/** `hasServiceKey` says no more than that there is one. */
function isSecret(member: string): boolean {
  return secretMembers.test(member) && !/^has[A-Z]/.test(member);
}

/** That it was set, or taken away, may be known. */
function hidden(change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).map(([side, value]) => [side, value === null ? null : mask]));
}

function opened(change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).map(([side, value]) => [side, withoutSecrets(value)]));
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]): [string, unknown] => [
      member,
      isSecret(member) && inner !== null ? mask : withoutSecrets(inner),
    ]),
  );
}
