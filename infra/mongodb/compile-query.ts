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

/**
 * A filter for the documents that exist and satisfy the condition. Where the query names its index, its condition is
 * met by no tombstone, and the index alone can then answer it.
 */
export const compileWhere = ({ where, by }: Pick<Query, 'where' | 'by'>): Filter<StoredDocument> =>
  by === undefined ? { $and: [EXISTING, compileCondition(where)] } : compileCondition(where);

type Direction = 1 | -1;
type Sort = NonNullable<Query['sort']>;

const directionOf = ({ descending }: Sort[number]): Direction => (descending === true ? -1 : 1);

/** The keys of an index that a query names. */
export const keyOf = (fields: readonly string[]): Record<string, Direction> =>
  Object.fromEntries([...fields.map((field): [string, Direction] => [pathOf(field), 1]), ['_id', 1]]);

const TIES = { ascending: [['_id', 1]], descending: [['_id', -1]], none: [] } as const;

/** Sort, skip, limit and index. The limit 0 is not for the server, where it means none. */
export const compilePage = ({ sort = [], ties = 'ascending', skip = 0, limit, by }: Query): FindOptions => {
  const order = sort.map((field): [string, Direction] => [pathOf(field.field), directionOf(field)]);
  return {
    sort: [...order, ...TIES[ties].map(([key, direction]): [string, Direction] => [key, direction])],
    skip,
    ...(limit === undefined ? {} : { limit }),
    ...(by === undefined ? {} : { hint: keyOf(by) }),
  };
};

/** An index of a collection, and whether queries name it. */
interface CompiledIndex {
  readonly key: Record<string, Direction>;
  readonly isNamed: boolean;
}

/**
 * The indexes of a collection. One that queries name is ascending, and read in both directions. Others have the
 * directions of the queries that sort by them: since the order of those ends in the key upwards, an index read backwards
 * would not serve one that begins downwards.
 */
export const compileIndexes = ({ indexes, queries }: CollectionShape): CompiledIndex[] => {
  const named = new Set(Object.values(queries).flatMap(({ by }) => by?.join() ?? []));
  const sorts = Object.values(queries).map(({ sort = [] }) => sort);
  const directed = indexes.flatMap((fields): CompiledIndex[] => {
    if (named.has(fields.join())) return [{ key: keyOf(fields), isNamed: true }];
    const served = sorts.filter((sort) => sort.length > 0 && sort.every(({ field }) => fields.includes(field)));
    return (served.length === 0 ? [[]] : served).map((sort) => {
      const keys = fields.map((field): [string, Direction] => {
        const by = sort.find((each) => each.field === field);
        return [pathOf(field), by === undefined ? 1 : directionOf(by)];
      });
      return { key: Object.fromEntries([...keys, ['_id', 1 as const]]), isNamed: false };
    });
  });
  return [...new Map(directed.map((index) => [JSON.stringify(index.key), index])).values()];
};
