/** One frame with this payload. */
export function frameOf(payload: string | Uint8Array): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'utf8') : payload;
  const frame = Buffer.allocUnsafe(4 + bytes.length);
  frame.writeInt32BE(bytes.length, 0);
  frame.set(bytes, 4);
  return frame;
}

/** A frame without payload: see signals. */
export function signalFrame(signal: number): Buffer {
  const frame = Buffer.allocUnsafe(4);
  frame.writeInt32BE(signal, 0);
  return frame;
}
