import { type Outcome } from '../../api/request';

/** The document says of these routes that they may answer with CSV too; unasked they do not. */
export function asJson<Data extends object>(outcome: Outcome<Data | string>): Outcome<Data> {
  return outcome as Outcome<Data>;
}
