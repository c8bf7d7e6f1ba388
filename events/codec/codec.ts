import { declarationsByName, type FactDeclaration, type WrittenData } from './declaration.js';
import type { Metadata, NewFact } from '../envelope.js';
import { jsonViolation } from './json-violation.js';
import { APPEND_LIMITS, EventStoreFault } from '../store.js';

/** A fact as text, as stores and brokers carry it. */
export interface WireFact {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** A fact whose data and metadata are parsed already, as some clients of stores give it. */
export interface ParsedFact {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

/**
 * Converts between facts and their written form.
 *
 * - `encodeAppend` refuses data that JSON does not preserve, and appends over APPEND_LIMITS, with EventStoreFault
 *   `fact-not-encodable` or `append-too-large`. It writes only the present schemas.
 * - `decode` gives a fact in its present schema and name, whatever it was written in, with the present schema number in
 *   its metadata; or throws EventStoreFault `fact-not-decodable`. A reader gets that fault in order, after all facts
 *   before it, and must not skip the fact. `decodeParsed` does the same for parsed facts. Facts that a filter leaves
 *   out are not decoded, so an unknown type in another category does not stop a reader.
 */
export interface Codec {
  /** The present schema number, for the metadata of a new fact; throws `fact-not-encodable` for an undeclared type. */
  schemaOf(type: string): number;
  encodeAppend(facts: readonly NewFact[]): readonly WireFact[];
  decode(wire: WireFact): NewFact;
  decodeParsed(fact: ParsedFact): NewFact;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const notEncodable = (message: string): EventStoreFault => new EventStoreFault('fact-not-encodable', message);
const notDecodable = (message: string, cause?: unknown): EventStoreFault =>
  new EventStoreFault('fact-not-decodable', message, { cause });
const tooLarge = (message: string): EventStoreFault => new EventStoreFault('append-too-large', message);

const jsonText = (value: object, path: string): string => {
  const violation = jsonViolation(value, path);
  if (violation !== null) throw notEncodable(`it would not come back from JSON: ${violation}`);
  return JSON.stringify(value);
};

/** The bytes that a store counts against its limit. */
const bytesOf = ({ type, data, metadata }: WireFact): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * Buffer.byteLength(type);

const isObject = (value: unknown): value is WrittenData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectIn = ({ type, id }: Pick<WireFact, 'type' | 'id'>, part: string, value: unknown): WrittenData => {
  if (isObject(value)) return value;
  throw notDecodable(`the ${part} of ${type} ${id} is not an object`);
};

const parsed = (wire: WireFact, part: 'data' | 'metadata'): WrittenData => {
  let value: unknown;
  try {
    value = JSON.parse(wire[part]);
  } catch (error) {
    throw notDecodable(`the ${part} of ${wire.type} ${wire.id} is not JSON`, error);
  }
  return objectIn(wire, part, value);
};

/** A written fact with its data still to be parsed. */
interface WrittenFact {
  readonly id: string;
  readonly type: string;
  readonly metadata: WrittenData;
  readonly data: () => WrittenData;
}

const upcast = (wire: WrittenFact, { type, schema, upcasts = {} }: FactDeclaration): WrittenData => {
  const written = wire.metadata['schema'];
  if (typeof written !== 'number' || !Number.isInteger(written) || written < 1 || written > schema) {
    throw notDecodable(`${wire.type} ${wire.id} has schema ${String(written)}; ${type} is known up to ${schema}`);
  }
  let data = wire.data();
  for (let from = written; from < schema; from++) data = upcasts[from]?.(data) ?? data;
  return data;
};

/** Throws TypeError when the declarations contradict each other, or when an upcast is missing. */
export const createCodec = (declarations: readonly FactDeclaration[]): Codec => {
  const names = declarationsByName(declarations);

  const schemaOf = (type: string): number => {
    const declaration = names.get(type);
    if (declaration?.type !== type) throw notEncodable(`${type} is not a fact type that is written today`);
    return declaration.schema;
  };

  const encode = ({ id, type, data, metadata }: NewFact, metadataText: (metadata: Metadata) => string): WireFact => {
    const schema = schemaOf(type);
    if (metadata.schema !== schema) throw notEncodable(`${type} has schema ${schema} today, not ${metadata.schema}`);
    if (!UUID.test(id)) throw notEncodable(`the id of a fact is a UUID in lower case, not ${id}`);
    if (!isObject(data)) throw notEncodable(`the data of ${type} is no object`);
    return { id, type, data: jsonText(data, `${type}.data`), metadata: metadataText(metadata) };
  };

  const encodeAppend = (facts: readonly NewFact[]): readonly WireFact[] => {
    if (facts.length > APPEND_LIMITS.facts) {
      throw tooLarge(`an append holds at most ${APPEND_LIMITS.facts} facts, not ${facts.length}`);
    }
    // The facts of one command usually share their metadata object.
    const texts = new Map<Metadata, string>();
    const metadataText = (metadata: Metadata): string => {
      const text = texts.get(metadata) ?? jsonText(metadata, 'metadata');
      texts.set(metadata, text);
      return text;
    };
    let sum = 0;
    return facts.map((fact) => {
      const wire = encode(fact, metadataText);
      const bytes = bytesOf(wire);
      if (bytes > APPEND_LIMITS.factBytes) throw tooLarge(`${wire.type} takes ${bytes} bytes`);
      sum += bytes;
      if (sum > APPEND_LIMITS.appendBytes) throw tooLarge(`the append takes over ${APPEND_LIMITS.appendBytes} bytes`);
      return wire;
    });
  };

  // Those facts follow each other in the log, with equal metadata text.
  let last: { readonly text: string; readonly metadata: WrittenData } | null = null;
  const metadataOf = (wire: WireFact): WrittenData => {
    if (last?.text !== wire.metadata) last = { text: wire.metadata, metadata: Object.freeze(parsed(wire, 'metadata')) };
    return last.metadata;
  };

  const declarationOf = ({ type, id }: Pick<WireFact, 'type' | 'id'>): FactDeclaration => {
    const declaration = names.get(type);
    if (declaration === undefined) throw notDecodable(`${type} ${id} is of a type that is not declared`);
    return declaration;
  };
  const ofToday = (declaration: FactDeclaration, written: WrittenFact): NewFact => {
    const { type, schema } = declaration;
    const data = upcast(written, declaration);
    const metadata = written.metadata['schema'] === schema ? written.metadata : { ...written.metadata, schema };
    // The types of written metadata are not checked here; the golden files test them.
    return { type, data, id: written.id, metadata: metadata as unknown as Metadata };
  };
  const decode = (wire: WireFact): NewFact => {
    const { id, type } = wire;
    return ofToday(declarationOf(wire), { id, type, metadata: metadataOf(wire), data: () => parsed(wire, 'data') });
  };
  const decodeParsed = (fact: ParsedFact): NewFact => {
    const { id, type } = fact;
    const declaration = declarationOf(fact);
    const metadata = Object.freeze(objectIn(fact, 'metadata', fact.metadata));
    return ofToday(declaration, { id, type, metadata, data: () => objectIn(fact, 'data', fact.data) });
  };

  return { schemaOf, encodeAppend, decode, decodeParsed };
};
