import type { Schema } from '../../../schemas/openapi-document.js';
import { zonedDateTime } from './canonical-value.js';
import type { Operation } from '../operation.js';
import { RequestFault } from '../request-fault.js';

const TARGET = /^(?:[a-z][a-z0-9+.-]*:\/\/([^/?#]*))?(\/[^?]*)(?:\?(.*))?$/is;

/** The path and query of a request line, which may hold the whole URL; null where it has no path. */
export const splitTarget = (target: string): { path: string; query: string } | null => {
  const [, , path, query] = TARGET.exec(target) ?? [];
  return path === undefined ? null : { path, query: query ?? '' };
};

/** The host and port of a request line that holds the whole URL; none of any other. */
export const authoritiesOf = (target: string): readonly string[] => {
  const [, authority] = TARGET.exec(target) ?? [];
  return authority === undefined ? [] : [authority];
};

/**
 * The query in the form of the document: parameter names get the document's casing, booleans become lower case, values
 * of a list get its casing, times get a zone; unknown parameters are left out (companion 1.1). Throws RequestFault where
 * a parameter that is no list is there more than once.
 */
export const canonicalQuery = (operation: Operation, query: string): URLSearchParams => {
  const canonical = new URLSearchParams();
  for (const [given, value] of new URLSearchParams(query)) {
    const parameter = operation.query.get(given.toLowerCase());
    if (parameter === undefined) continue;
    const { name, schema } = parameter;
    if (canonical.has(name) && schema['type'] !== 'array')
      throw new RequestFault(400, `The query parameter ${name} is given more than once.`);
    canonical.append(name, canonicalText(schema, value));
  }
  return canonical;
};

/** In place of what the validator would take for a number: `1e2`, `0x1`, `10.0`, and digits that are `Infinity`. */
const NO_NUMBER = 'not a number';

const canonicalText = (schema: Schema, value: string): string => {
  if (schema['type'] === 'boolean') return value.trim().toLowerCase();
  if (schema['type'] === 'integer') return isDecimal(value) ? value : NO_NUMBER;
  if (Array.isArray(schema['enum'])) return listedText(schema['enum'], value);
  return schema['format'] === 'date-time' ? zonedDateTime(value) : value;
};

const isDecimal = (value: string): boolean => /^-?\d+$/.test(value) && Number.isFinite(Number(value));

/** The value of a list that differs in nothing but its casing; the given one where there is none. */
const listedText = (values: readonly unknown[], given: string): string => {
  const same = values.find((value) => typeof value === 'string' && value.toLowerCase() === given.toLowerCase());
  return typeof same === 'string' ? same : given;
};

const HIDDEN = '[hidden]';
/** The form of a parameter name, which a secret does not have. */
const NAME = /^[a-z_-]{1,30}$/i;

/** The path of a request line, escaped as received, without host and query. */
export const pathOfTarget = (target: string): string => splitTarget(target)?.path ?? '';

/** A path for the log: what has the form of a IIIF session's token is hidden, wherever it is. */
export const loggedPath = (path: string): string => path.replaceAll(/(^|[/=])[0-9a-f]{32}(?=$|[/?&])/gi, `$1${HIDDEN}`);

/**
 * A request line for the log: only parameters that the operation describes keep their values, since another one may be
 * a token that was meant for a header.
 */
export const loggedUrl = (target: string, operation: Operation | null): string => {
  const { path, query } = splitTarget(target) ?? { path: '', query: '' };
  if (query === '') return loggedPath(path);
  const shown = query.split('&').map((pair) => {
    const [name = '', value] = pair.split('=', 2);
    if (operation?.query.has(decoded(name).toLowerCase()) === true) return pair;
    return value === undefined || !NAME.test(name) ? HIDDEN : `${name}=${HIDDEN}`;
  });
  return loggedPath(`${path}?${shown.join('&')}`);
};

const decoded = (name: string): string => [...new URLSearchParams(`${name}=`).keys()][0] ?? '';
