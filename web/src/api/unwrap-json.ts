import { type Outcome } from './request';

/** Routes of statistics are typed as text, too: they answer in CSV to whoever asks for it, which nobody here does. */
export async function figuresOf<Data>(answer: Promise<Outcome<Data>>): Promise<Outcome<Exclude<Data, string>>> {
  return (await answer) as Outcome<Exclude<Data, string>>;
}
