import { type Capability } from './principal.js';

/** What a role lets people do. `Tx` is the open transaction, which the domain does not know. */
export abstract class RoleLookup<Tx = unknown> {
  /** Capabilities of a role as they are now; null where there is none. */
  abstract find(transaction: Tx, name: string): Promise<ReadonlySet<Capability> | null>;

  /** Capabilities of a role, which can neither change nor vanish before the transaction ends; null where there is none. */
  abstract hold(transaction: Tx, name: string): Promise<ReadonlySet<Capability> | null>;
}
