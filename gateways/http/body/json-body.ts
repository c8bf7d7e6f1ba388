import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { OpenApiDocument, Schema } from '../../../schemas/openapi-document.js';
import { canonicalValue } from '../request/canonical-value.js';
import type { Exchange } from '../exchange.js';
import type { Operation } from '../operation.js';
import { badRequest, problem } from '../answer/problem.js';
import { requestRefusal } from '../answer/request-refusal.js';
import type { Answer } from '../route.js';
import { refused, success, type Result } from '../../../flow/result.js';

/** The body of a request before it is parsed. */
export interface BodyBytes {
  /** No Buffer where there is no body. */
  readonly bytes: unknown;
  readonly contentType: string | undefined;
}

/** A parsed body in the canonical form of its operation. */
export interface ReadBody {
  readonly value: unknown;
  /** Of its bytes, lower-case hex. */
  readonly sha256: string;
}

/**
 * The body of a request; null where there is none. A refusal where a required body is missing, is not JSON in UTF-8
 * with well-formed Unicode, or is nested too deep.
 */
export const jsonBody = (
  document: OpenApiDocument,
  expected: Operation['body'],
  { bytes, contentType }: BodyBytes,
): Result<ReadBody, Answer> | null => {
  if (expected === null) return null;
  const unreadable = (detail: string): Result<never, Answer> =>
    refused(badRequest(detail, expected.unreadableTitle ?? undefined));
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    return expected.required ? unreadable('This request needs a JSON body.') : null;
  }
  if (expected.unreadableTitle === null && !isJson(contentType)) {
    const given = contentType === undefined ? 'it came without a content type' : `it came as '${contentType}'`;
    const detail = `The body must be application/json in UTF-8; ${given}.`;
    return refused(problem(415, { detail }));
  }
  if (isDeeperThan(bytes, MOST_LEVELS)) return unreadable(`The body is nested deeper than ${MOST_LEVELS} levels.`);
  const parsed = parse(bytes);
  if (!parsed.ok) return unreadable(`The body is not JSON: ${parsed.refusal}.`);
  const { text, value } = parsed.value;
  const illFormed = illFormedText(text, value);
  if (illFormed !== null) return unreadable(`The body has half a surrogate pair in '${shown(illFormed)}'.`);
  const canonical = canonicalOf(document, expected.schema, value);
  if (!canonical.ok) return canonical;
  return success({ value: canonical.value, sha256: createHash('sha256').update(bytes).digest('hex') });
};

const canonicalOf = (document: OpenApiDocument, schema: Schema, value: unknown): Result<unknown, Answer> => {
  try {
    return success(canonicalValue(document, schema, value));
  } catch (fault) {
    const refusal = requestRefusal(fault);
    if (refusal === null) throw fault;
    return refused(refusal);
  }
};

/** Replaces the bytes of a request's body by its value, for the validator. Answers a refusal, or null. */
export const readJsonBody = (document: OpenApiDocument, request: Request, exchange: Exchange): Answer | null => {
  const bytes: unknown = request.body;
  const contentType = request.get('content-type');
  request.body = undefined;
  delete request.headers['content-type'];
  const read = jsonBody(document, exchange.operation?.body ?? null, { bytes, contentType });
  if (read === null) return null;
  if (!read.ok) return read.refusal;
  exchange.bodySha256 = read.value.sha256;
  request.body = read.value.value;
  // Always the same text, since the validator caches a compiled schema for each content type.
  request.headers['content-type'] = 'application/json';
  return null;
};

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i.test(contentType ?? '');

/** The beginning of an ill-formed text, as well-formed Unicode. */
const shown = (text: string): string => text.slice(0, 40).toWellFormed();

/** The refusal is a phrase for the middle of a sentence. */
const parse = (bytes: Buffer): Result<{ readonly text: string; readonly value: unknown }, string> => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return success({ text, value: JSON.parse(text) as unknown });
  } catch (fault) {
    return refused(fault instanceof SyntaxError ? fault.message : 'it is not UTF-8 text');
  }
};

/**
 * The first string or property name of a parsed body that is not well-formed Unicode; null where there is none. Only an
 * escape can be the cause, since the body itself is UTF-8. `json` is the text that the value was parsed from.
 */
const illFormedText = (json: string, value: unknown): string | null => {
  if (!/\\u[Dd][89A-Fa-f]/.test(json)) return null; // nearly every body has no such escape
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' && !next.isWellFormed()) return next;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, member] of Object.entries(next)) left.push(name, member);
  }
  return null;
};

/** The most levels of objects and lists in a body; more than any schema has, too few to exhaust a stack. */
const MOST_LEVELS = 256;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** The index after the closing quotation mark of a string that begins at `at`, or the end of the bytes. */
const behindString = (json: Buffer, at: number): number => {
  for (let next = at; next < json.length; next++) {
    if (json[next] === BACKSLASH) next++;
    else if (json[next] === QUOTE) return next + 1;
  }
  return json.length;
};

/** Whether a JSON text, before it is parsed, has more than `most` levels of objects and lists. */
const isDeeperThan = (json: Buffer, most: number): boolean => {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = behindString(json, at + 1) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    if (depth > most) return true;
  }
  return false;
};
