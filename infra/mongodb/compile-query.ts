import type { Document, Filter, FindOptions } from 'mongodb';
import { KEY, type Condition, type Query, type Scalar } from '../../projections/documents.js';
import { afterPrefix } from '../../formats/paths/after-prefix.js';
import type { StoredDocument } from './stored-document.js';

const NAME = /^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z][a-zA-Z0-9]*)*$/;

/** Where a field of a document is kept. Throws a TypeError for what is not a field's name. */
const pathOf = (field: string): string => {
  if (!NAME.test(field)) throw new TypeError(`'${field}' is not a field name`);
  return `doc.${field}`;
};

/** Tombstones have no document; most indexes leave them out by the same words, and only so serve a query. */
export const EXISTING = { doc: { $exists: true } } as const;

const NOTHING = { _id: { $in: [] as never[] } };

const compileRange = (
  path: string,
  { atLeast, above, below }: { readonly atLeast?: Scalar; readonly above?: Scalar; readonly below?: Scalar },
): Document => {
  const limits = Object.entries({ $gte: atLeast, $gt: above, $lt: below }).filter(([, limit]) => limit !== undefined);
  if (limits.length === 0) throw new TypeError(`the range of ${path} has no limit`);
  if (limits.some(([, limit]) => limit === null)) return NOTHING;
  return { [path]: Object.fromEntries(limits) };
};

/** A condition on documents in the server's words. */
export const compileCondition = (condition: Condition): Document => {
  if ('all' in condition) return condition.all.length === 0 ? {} : { $and: condition.all.map(compileCondition) };
  if ('any' in condition) return condition.any.length === 0 ? NOTHING : { $or: condition.any.map(compileCondition) };
  const path = pathOf(condition.field);
  if ('is' in condition) return { [path]: { $eq: condition.is } };
  if ('oneOf' in condition) return { [path]: { $in: [...condition.oneOf] } };
  if ('exists' in condition) return { [path]: condition.exists ? { $ne: null } : { $eq: null } };
  if ('startsWith' in condition) {
    const end = afterPrefix(condition.startsWith);
    return { [path]: { $gte: condition.startsWith, ...(end === null ? {} : { $lt: end }) } };
  }
  return compileRange(path, condition);
};

/** Whether a condition is met by documents only, and never by a tombstone. */
const leavesOutTombstones = (condition: Condition): boolean => {
  if ('all' in condition) return condition.all.some(leavesOutTombstones);
  if ('any' in condition) return condition.any.every(leavesOutTombstones);
  if ('is' in condition) return condition.is !== null;
  if ('oneOf' in condition) return !condition.oneOf.includes(null);
  return !('exists' in condition) || condition.exists;
};

/**
 * A filter for the documents that exist and satisfy the condition. An index that queries name has the tombstones too, so
 * that it alone answers a condition that none of them meets.
 */
export const compileWhere = ({ where, by }: Pick<Query, 'where' | 'by'>): Filter<StoredDocument> => {
  const filter = compileCondition(where);
  return by !== undefined && leavesOutTombstones(where) ? filter : { $and: [EXISTING, filter] };
};

type Direction = 1 | -1;

/** The keys of an index, which is read in both directions. */
export const keyOf = (fields: readonly string[]): Record<string, Direction> =>
  Object.fromEntries(
    (fields.includes(KEY) ? fields : [...fields, KEY]).map((field) => [field === KEY ? '_id' : pathOf(field), 1]),
  );

/** Sort, skip and limit. The limit 0 is not for the server, where it means none. */
export const compilePage = ({ sort = [], skip = 0, limit }: Query): FindOptions => {
  const direction = ({ descending }: { readonly descending?: boolean } = {}): Direction =>
    descending === true ? -1 : 1;
  return {
    sort: [
      ...sort.map((by): [string, Direction] => [pathOf(by.field), direction(by)]),
      ['_id', direction(sort.at(-1))],
    ],
    skip,
    ...(limit === undefined ? {} : { limit }),
  };
};
