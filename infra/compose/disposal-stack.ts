interface Part {
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** What a platform is made of, closed in the reverse of the order in which it was opened. */
export class DisposalStack {
  readonly #parts: Part[] = [];

  /** Keeps an open part, and gives it back. */
  keep<Thing>(name: string, thing: Thing, close: (thing: Thing) => Promise<void>): Thing {
    this.#parts.push({ name, close: async () => close(thing) }); // one that throws at once must not keep the others open
    return thing;
  }

  /** Closes everything, whatever fails on the way; rejects with all failures at the end. */
  async close(): Promise<void> {
    const failures: Error[] = [];
    for (const { name, close } of this.#parts.splice(0).reverse()) {
      await close().catch((cause: unknown) => failures.push(new Error(`${name} did not close`, { cause })));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts of the platform did not close');
  }
}
