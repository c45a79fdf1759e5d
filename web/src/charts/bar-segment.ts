/** Greys tell parts apart that are no states. */
export type Tone = 'strong' | 'middle' | 'light' | 'ok' | 'warn' | 'bad' | 'off';

export interface BarPart {
  readonly id: string;
  readonly text: string;
  readonly tone: Tone;
}
