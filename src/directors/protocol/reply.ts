import { type Frame } from './frame-reader.js';
import { signals } from './signals.js';
import { ProtocolError } from './protocol-error.js';

export interface ReplyItem {
  readonly kind: 'text' | 'info' | 'warning' | 'error';
  /** As sent: file names in it may be no UTF-8, and a character may be cut between two items. */
  readonly bytes: Buffer;
}

/** A Director's whole reply to one command. */
export class Reply {
  private decoded: string | null = null;

  constructor(
    /** In order, one per frame: some lists separate their entries by nothing else. Empty where `onData` took them. */
    readonly items: readonly ReplyItem[],
    /** The Director's own verdict, which does not mean success: it returns `ok` for many failures. Null without one. */
    readonly verdict: 'ok' | 'failed' | null,
    /** The Director knew the command and allowed it. Only meaningful in the machine modes. */
    readonly began: boolean,
    /** It prompted, and the prompt was answered with `.`: the result must be looked up. */
    readonly prompted: boolean,
    readonly messagesPending: boolean,
  ) {}

  /** All items together, bytes that are no UTF-8 as U+FFFD. */
  get text(): string {
    this.decoded ??= Buffer.concat(this.items.map((item) => item.bytes)).toString('utf8');
    return this.decoded;
  }

  /** What the Director called errors; empty where it did not. */
  get errorText(): string {
    return Buffer.concat(this.items.filter((item) => item.kind === 'error').map((item) => item.bytes)).toString('utf8');
  }
}

const kinds = new Map<number, ReplyItem['kind']>([
  [signals.info, 'info'],
  [signals.warning, 'warning'],
  [signals.error, 'error'],
]);
const headerBytes = 4;

/** A Director's reply to a command that is unknown or not allowed. */
export function isInvalidCommand(text: string): boolean {
  return /: is an invalid command\b/.test(text);
}

/** Gathers the frames of one reply. Memory stays within `maxBytes`, empty frames and signals counted too. */
export class ReplyCollector {
  private readonly items: ReplyItem[] = [];
  private kind: ReplyItem['kind'] = 'text';
  private verdict: Reply['verdict'] = null;
  private began = false;
  private prompted = false;
  private messagesPending = false;
  private bytes = 0;

  constructor(
    private readonly endSignal: number,
    private readonly maxBytes: number,
    private readonly onData?: (item: ReplyItem) => void,
    /** A mode that is denied leaves the old one, in which replies end otherwise. */
    private readonly isModeChange = false,
  ) {}

  get reply(): Reply {
    return new Reply(this.items, this.verdict, this.began, this.prompted, this.messagesPending);
  }

  /** `prompt`: the Director waits for an answer to a question. Throws ProtocolError (`protocol`) beyond the limit. */
  accept(frame: Frame): 'more' | 'prompt' | 'done' {
    this.bytes += headerBytes + (frame.kind === 'data' ? frame.bytes.length : 0);
    if (this.bytes > this.maxBytes) throw tooLong(this.maxBytes);
    if (frame.kind === 'signal') return this.signal(frame.signal);
    if (frame.bytes.length > 0) this.add({ kind: this.kind, bytes: frame.bytes });
    this.kind = 'text';
    return 'more';
  }

  private get isDenied(): boolean {
    return !this.began && isInvalidCommand(this.reply.text);
  }

  private add(item: ReplyItem): void {
    if (this.onData) this.onData(item);
    else this.items.push(item);
  }

  private signal(signal: number): 'more' | 'prompt' | 'done' {
    if (signal === this.endSignal || (signal === signals.endOfData && this.isModeChange && this.isDenied))
      return 'done';
    if (signal === signals.textInput || signal === signals.subPrompt) {
      this.prompted = true;
      return 'prompt';
    }
    if (signal === signals.commandBegin) this.began = true;
    if (signal === signals.commandOk) this.verdict = 'ok';
    if (signal === signals.commandFailed) this.verdict = 'failed';
    if (signal === signals.messagesPending) this.messagesPending = true;
    this.kind = kinds.get(signal) ?? this.kind;
    return 'more';
  }
}

function tooLong(maxBytes: number): ProtocolError {
  const sentence = `The Director's answer exceeds ${maxBytes} bytes, the limit for this command.`;
  return new ProtocolError('protocol', sentence, { outcomeUnknown: true });
}
