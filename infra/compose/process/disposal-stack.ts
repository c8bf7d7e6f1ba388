interface Part {
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** The open parts of a platform, which are closed in the reverse order. */
export class DisposalStack {
  readonly #parts: Part[] = [];

  /** Adds an open part, and returns it. */
  keep<Thing>(name: string, thing: Thing, close: (thing: Thing) => Promise<void>): Thing {
    this.#parts.push({ name, close: async () => close(thing) }); // a synchronous throw must become a rejection
    return thing;
  }

  /** Closes everything, also after a failure; rejects with all failures at the end. */
  async close(): Promise<void> {
    const failures: Error[] = [];
    for (const { name, close } of this.#parts.splice(0).reverse()) {
      await close().catch((cause: unknown) => failures.push(new Error(`${name} did not close`, { cause })));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts of the platform did not close');
  }
}
