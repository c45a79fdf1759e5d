const batchItems = 1000;

/** Collects notes for the catalog's temporary tables and hands them over in batches. */
export class Spool<Item> {
  private items: Item[] = [];

  constructor(private readonly store: (items: readonly Item[]) => Promise<void>) {}

  async add(item: Item): Promise<void> {
    this.items.push(item);
    if (this.items.length >= batchItems) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.items.length === 0) return;
    const items = this.items;
    this.items = [];
    await this.store(items);
  }
}
