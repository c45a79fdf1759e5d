import { invalidField, Refusal, type RefusalCode } from '../domain/refusals.js';
import { type ConfirmBody, type LossImpact } from './forgetting.dto.js';
import { type ShownImpact } from './impact-record.js';

interface Confirming {
  readonly body: ConfirmBody;
  /** What is to be done, for a sentence: `purge volume Default-0001`. */
  readonly what: string;
  /** What must be sent as `confirm`, and what that is. */
  readonly name: string;
  readonly named: string;
}

/** Lets pass only who has seen what is lost, as it is now. */
export function refuseUnconfirmed<T extends LossImpact>(confirming: Confirming, shown: ShownImpact<T>): void {
  const { what, name, named } = confirming;
  const { confirm, impactHash } = confirming.body;
  if (confirm !== undefined && confirm !== name) {
    throw invalidField('confirm', `confirm must be the exact ${named}, ${name}.`, 'mismatch');
  }
  if (confirm === undefined || impactHash === undefined) {
    const detail = `To ${what}, check the impact and send confirm with the ${named}, and impactHash.`;
    throw asked('confirmation_required', detail, shown);
  }
  if (impactHash === shown.impactHash) return;
  const detail = 'The impact has changed since it was shown. Check it again and confirm with the new impactHash.';
  throw asked('confirmation_required', detail, shown);
}

export function refuseOnlyCopy<T extends LossImpact>(what: string, force: boolean, shown: ShownImpact<T>): void {
  const { clients, lastFulls } = shown.impact;
  if (lastFulls === 0 || force) return;
  const [first] = clients;
  const whose = first ? `${first.client} of ${first.fileset}` : '';
  const others = lastFulls > 1 ? ` and ${lastFulls - 1} others` : '';
  const detail = `This ${what} deletes the last Full backup of ${whose}${others}. Run a new Full first, or send force: true.`;
  throw asked('only_copy', detail, shown);
}

function asked<T extends LossImpact>(
  code: RefusalCode,
  detail: string,
  { impact, impactHash }: ShownImpact<T>,
): Refusal {
  return new Refusal(code, detail, { members: { impact, impactHash } });
}
