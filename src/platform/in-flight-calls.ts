/** Pending calls by key. A caller with the same key shares the pending call and its failure; after it has ended, the next one calls again. */
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
