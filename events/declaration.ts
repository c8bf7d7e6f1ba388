/** Data as it was written, before anyone made sure of its shape. */
export type WrittenData = Readonly<Record<string, unknown>>;

/** Leads the data of one schema number to the next one. Pure and total: what was written once is read for ever. */
export type Upcast = (data: WrittenData) => WrittenData;

/** What the codec must know of a fact type. */
export interface FactDeclaration {
  readonly type: string;
  /** Today's schema number; a new type starts at 1. */
  readonly schema: number;
  /** By the schema number they start from: one for every number below today's. */
  readonly upcasts?: Readonly<Record<number, Upcast>>;
  /** Names this type was written under before; its schema numbers count on over a change of name. */
  readonly formerly?: readonly string[];
}
