/** Data as it was written, with its shape unchecked. */
export type WrittenData = Readonly<Record<string, unknown>>;

/** Converts data from one schema number to the next. Pure and total: written facts must remain readable. */
export type Upcast = (data: WrittenData) => WrittenData;

/** The declaration of a fact type for the codec. */
export interface FactDeclaration {
  readonly type: string;
  /** The present schema number; a new type starts at 1. */
  readonly schema: number;
  /** By the schema number that they convert from: one for every number below the present. */
  readonly upcasts?: Readonly<Record<number, Upcast>>;
  /** Earlier names of this type; its schema numbers continue over a change of name. */
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

/** Declarations by their present and earlier names. Throws TypeError when they contradict each other. */
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
