/** Calls that have not ended, by key. Whoever asks meanwhile shares the call, also its failure; whoever asks later calls anew. */
export class InFlightCalls<K, T> {
  private readonly calls = new Map<K, Promise<T>>();

  share(key: K, begin: () => Promise<T>): Promise<T> {
    const known = this.calls.get(key);
    if (known) return known;
    const call = begin().finally(() => this.calls.delete(key));
    this.calls.set(key, call);
    return call;
  }
}
