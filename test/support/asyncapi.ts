import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { asyncApiFile } from '../../schemas/asyncapi-document.js';
import type { Schema } from '../../schemas/openapi-document.js';

interface Message {
  readonly name: string;
  readonly headers: { readonly allOf: readonly [{ readonly $ref: string }, { readonly properties: Schema }] };
  readonly payload: Schema;
}

export interface AsyncApi {
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address: string;
        readonly messages: Readonly<Record<string, { readonly $ref: string }>>;
        /** That of Kafka for topics; none for the channel over HTTP. */
        readonly bindings?: { readonly kafka?: Schema };
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<'CloudEvent', { readonly properties: Schema }>>;
    readonly messages: Readonly<Record<string, Message>>;
  };
}

export const readAsyncApi = (): AsyncApi => parse(readFileSync(asyncApiFile(), 'utf8')) as AsyncApi;

/** The schema with every object closed, so that a property which is not described is found. */
export const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in inner && 'type' in inner ? { ...inner, additionalProperties: false } : inner;
};

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const compiled = new Map<string, ValidateFunction>();

const problemsOf = (name: string, schema: unknown, value: unknown): string[] => {
  const validate = compiled.get(name) ?? ajv.compile(closed(schema) as object);
  compiled.set(name, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [name, instancePath, message, JSON.stringify(params)].join(' '),
  );
};

/** What a message has that the document does not describe, and what it lacks. */
export const messageProblems = (
  document: AsyncApi,
  category: string,
  { headers, value }: { headers: Readonly<Record<string, string>>; value: Buffer | null },
): string[] => {
  const name = `${category}.${headers['ce_type']?.split('.').at(-2) ?? ''}`;
  const message = document.components.messages[name];
  if (message === undefined) return [`${name} is not in the document`];
  const always = document.components.schemas.CloudEvent;
  const [, own] = message.headers.allOf;
  return [
    ...problemsOf(`${name} headers`, { ...always, properties: { ...always.properties, ...own.properties } }, headers),
    ...problemsOf(`${name} payload`, message.payload, JSON.parse(value?.toString() ?? 'null')),
  ];
};
