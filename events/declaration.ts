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

const checkChain = ({ type, schema, upcasts = {} }: FactDeclaration): void => {
  if (!Number.isInteger(schema) || schema < 1) throw new TypeError(`the schema of ${type} is not a number from 1`);
  for (let from = 1; from < schema; from++) {
    if (upcasts[from] === undefined) throw new TypeError(`nothing leads from ${type} ${from} to ${from + 1}`);
  }
  const beyond = Object.keys(upcasts).find((from) => Number(from) >= schema);
  if (beyond !== undefined) throw new TypeError(`an upcast starts at ${type} ${beyond}, and ${schema} is today's`);
};

/** Declarations by every name their facts were ever written under. Throws TypeError when they contradict each other. */
export const declarationsByName = (declarations: readonly FactDeclaration[]): ReadonlyMap<string, FactDeclaration> => {
  const names = new Map<string, FactDeclaration>();
  for (const declaration of declarations) {
    checkChain(declaration);
    for (const name of [declaration.type, ...(declaration.formerly ?? [])]) {
      if (names.has(name)) throw new TypeError(`${name} is declared twice`);
      names.set(name, declaration);
    }
  }
  return names;
};
