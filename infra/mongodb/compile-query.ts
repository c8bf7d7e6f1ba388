import type { Document, Filter, FindOptions } from 'mongodb';
import type { CollectionShape, Condition, Query, Scalar } from '../../projections/documents.js';
import { afterPrefix } from '../../formats/paths/after-prefix.js';
import type { StoredDocument } from './stored-document.js';

const NAME = /^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z][a-zA-Z0-9]*)*$/;

/** Where a field of a document is kept. Throws a TypeError for what is not a field's name. */
const pathOf = (field: string): string => {
  if (!NAME.test(field)) throw new TypeError(`'${field}' is not a field name`);
  return `doc.${field}`;
};

/** Tombstones have no document; indexes leave them out by the same words, and only so serve a query. */
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

/** A filter for the documents that exist and satisfy the condition. */
export const compileWhere = (where: Condition): Filter<StoredDocument> => ({
  $and: [EXISTING, compileCondition(where)],
});

type Direction = 1 | -1;
type Sort = NonNullable<Query['sort']>;

const directionOf = ({ descending }: Sort[number]): Direction => (descending === true ? -1 : 1);

/** Sort, skip and limit; every order ends in the key. The limit 0 is not for the server, where it means none. */
export const compilePage = ({ sort = [], skip = 0, limit }: Query): FindOptions => {
  const order = sort.map((by): [string, Direction] => [pathOf(by.field), directionOf(by)]);
  return { sort: [...order, ['_id', 1]], skip, ...(limit === undefined ? {} : { limit }) };
};

/**
 * The indexes of a collection, in the directions of the queries that sort by them: since every order ends in the key
 * upwards, an index read backwards would not serve one that begins downwards.
 */
export const compileIndexes = ({ indexes, queries }: CollectionShape): Record<string, Direction>[] => {
  const sorts = Object.values(queries).map(({ sort = [] }) => sort);
  const directed = indexes.flatMap((fields) => {
    const served = sorts.filter((sort) => sort.length > 0 && sort.every(({ field }) => fields.includes(field)));
    return (served.length === 0 ? [[]] : served).map((sort) => {
      const keys = fields.map((field): [string, Direction] => {
        const by = sort.find((each) => each.field === field);
        return [pathOf(field), by === undefined ? 1 : directionOf(by)];
      });
      return Object.fromEntries([...keys, ['_id', 1 as const]]);
    });
  });
  return [...new Map(directed.map((keys) => [JSON.stringify(keys), keys])).values()];
};
