import type { Schema } from '../openapi-document.js';

/** A JSON Schema (draft 7, as AsyncAPI holds it) together with the type of the values it describes. */
export interface Shape<T> {
  readonly schema: Schema;
  /** Never set; it only carries the type. */
  readonly type?: T;
}

/** A property that may be absent. */
export interface Optional<T> extends Shape<T> {
  readonly optional: true;
}

/** The values that a shape describes. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never;

type Properties = Readonly<Record<string, Shape<unknown>>>;
type OptionalKey<P> = { [K in keyof P]: P[K] extends Optional<unknown> ? K : never }[keyof P];
type ObjectOf<P> = { readonly [K in Exclude<keyof P, OptionalKey<P>>]: ValueOf<P[K]> } & {
  readonly [K in OptionalKey<P>]?: ValueOf<P[K]>;
};

export const text = (description: string, constraints: Schema = {}): Shape<string> => ({
  schema: { type: 'string', description, ...constraints },
});

/** An integer from 0, or from `minimum`. */
export const count = (description: string, minimum = 0): Shape<number> => ({
  schema: { type: 'integer', minimum, description },
});

export const integer = (description: string, minimum: number, maximum: number): Shape<number> => ({
  schema: { type: 'integer', minimum, maximum, description },
});

export const textOrNumber = (description: string): Shape<string | number> => ({
  schema: { type: ['string', 'number'], description },
});

export const flag = (description: string): Shape<boolean> => ({ schema: { type: 'boolean', description } });

export const oneOf = <const T extends string>(description: string, values: readonly T[]): Shape<T> => ({
  schema: { type: 'string', enum: values, description },
});

/** The same values, and null. */
export const orNull = <T>({ schema }: Shape<T>): Shape<T | null> => ({
  schema: { ...schema, type: [schema['type'], 'null'].flat() },
});

export const optional = <T>({ schema }: Shape<T>): Optional<T> => ({ schema, optional: true });

export const list = <T>(description: string, { schema }: Shape<T>): Shape<readonly T[]> => ({
  schema: { type: 'array', description, items: schema },
});

/** An object with these properties; others may be added later. */
export const object = <P extends Properties>(properties: P, description?: string): Shape<ObjectOf<P>> => {
  const entries = Object.entries(properties);
  return {
    schema: {
      type: 'object',
      ...(description === undefined ? {} : { description }),
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      required: entries.filter(([, shape]) => !('optional' in shape)).map(([name]) => name),
    },
  };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without properties that the schema does not name. */
export const only = ({ properties, items }: Schema, value: unknown): unknown => {
  if (Array.isArray(value) && isRecord(items)) return value.map((item) => only(items, item));
  if (!isRecord(value) || !isRecord(properties)) return value;
  const named: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties))
    if (name in value) named[name] = only(schema as Schema, value[name]);
  return named;
};
