import type { CollectionShape, Condition, Query, Scalar } from '../../../projections/documents.js';
import { afterPrefix } from '../../../formats/paths/after-prefix.js';

export interface Compiled {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

const NAME = /^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z][a-zA-Z0-9]*)*$/;

/** The expression of a field, the same in indexes and queries, as required for the index to be used. */
export const fieldExpression = (field: string): string => {
  if (!NAME.test(field)) throw new TypeError(`'${field}' is not a field name`);
  return `json_extract(doc, '$.${field}')`;
};

const bound = (value: Scalar): string | number | null => (typeof value === 'boolean' ? Number(value) : value);

const joined = (word: 'AND' | 'OR', conditions: readonly Condition[], empty: string): Compiled => {
  if (conditions.length === 0) return { sql: empty, values: [] };
  const parts = conditions.map(compileCondition);
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${word} `)})`, values: parts.flatMap(({ values }) => values) };
};

export const compileCondition = (condition: Condition): Compiled => {
  if ('all' in condition) return joined('AND', condition.all, 'TRUE');
  if ('any' in condition) return joined('OR', condition.any, 'FALSE');
  const field = fieldExpression(condition.field);
  if ('is' in condition) {
    if (condition.is === null) return { sql: `${field} IS NULL`, values: [] };
    return { sql: `${field} = ?`, values: [bound(condition.is)] };
  }
  if ('oneOf' in condition) return compileOneOf(field, condition.oneOf);
  if ('exists' in condition) return { sql: `${field} IS ${condition.exists ? 'NOT ' : ''}NULL`, values: [] };
  if ('startsWith' in condition) {
    const end = afterPrefix(condition.startsWith);
    const start: Compiled = { sql: `${field} >= ?`, values: [condition.startsWith] };
    return end === null ? start : { sql: `(${start.sql} AND ${field} < ?)`, values: [...start.values, end] };
  }
  return compileRange(field, condition);
};

/** Compiles null separately, since in SQL it is not a member of any list. */
const compileOneOf = (field: string, values: readonly Scalar[]): Compiled => {
  const named = values.filter((value) => value !== null);
  const list = `${field} IN (${named.map(() => '?').join(', ')})`;
  return { sql: named.length === values.length ? list : `(${list} OR ${field} IS NULL)`, values: named.map(bound) };
};

const compileRange = (
  field: string,
  { atLeast, above, below }: { readonly atLeast?: Scalar; readonly above?: Scalar; readonly below?: Scalar },
): Compiled => {
  const limits = [
    { operator: '>=', limit: atLeast },
    { operator: '>', limit: above },
    { operator: '<', limit: below },
  ].flatMap(({ operator, limit }) => (limit === undefined ? [] : [{ operator, limit }]));
  if (limits.length === 0) throw new TypeError(`the range of ${field} has no limit`);
  return {
    sql: `(${limits.map(({ operator }) => `${field} ${operator} ?`).join(' AND ')})`,
    values: limits.map(({ limit }) => bound(limit)),
  };
};

/** The name of a declared index of a table, quoted. Throws TypeError for an index that is not declared. */
export const indexName = (table: string, indexes: CollectionShape['indexes'], fields: readonly string[]): string => {
  const index = indexes.findIndex((each) => each.join() === fields.join());
  if (index < 0) throw new TypeError(`no index of ${fields.join(', ')} is declared`);
  return `"${table.slice(1, -1)}_${index}"`;
};

/**
 * A table and what leaves out its tombstones. Where a query names its index, its condition is met by no tombstone, and
 * the index alone answers it as far as it can: a look at the document would take most of the time.
 */
const source = (table: string, indexes: CollectionShape['indexes'], by: Query['by']): string =>
  by === undefined
    ? `${table} WHERE doc IS NOT NULL AND`
    : `${table} INDEXED BY ${indexName(table, indexes, by)} WHERE`;

const TIES = { ascending: ['key'], descending: ['key DESC'], none: [] } as const;

export const compileQuery = (
  table: string,
  indexes: CollectionShape['indexes'],
  { where, sort = [], ties = 'ascending', skip = 0, limit, by }: Query,
): Compiled => {
  const condition = compileCondition(where);
  const order = [
    ...sort.map(({ field, descending }) => `${fieldExpression(field)}${descending ? ' DESC' : ''}`),
    ...TIES[ties],
  ];
  return {
    sql: `SELECT doc FROM ${source(table, indexes, by)} ${condition.sql}
      ${order.length === 0 ? '' : `ORDER BY ${order.join(', ')}`} LIMIT ? OFFSET ?`,
    values: [...condition.values, limit ?? -1, skip],
  };
};

export const compileCount = (
  table: string,
  indexes: CollectionShape['indexes'],
  { where, by }: Pick<Query, 'where' | 'by'>,
): Compiled => {
  const { sql, values } = compileCondition(where);
  return {
    sql: `SELECT count(*) AS total FROM ${source(table, indexes, by)} ${sql}`,
    values,
  };
};
