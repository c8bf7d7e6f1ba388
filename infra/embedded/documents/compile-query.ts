import { KEY, type Condition, type Query, type Scalar } from '../../../projections/documents.js';
import { afterPrefix } from '../../../formats/paths/after-prefix.js';

export interface CompiledQuery {
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

const joined = (word: 'AND' | 'OR', conditions: readonly Condition[], empty: string): CompiledQuery => {
  if (conditions.length === 0) return { sql: empty, values: [] };
  const parts = conditions.map(compileCondition);
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${word} `)})`, values: parts.flatMap(({ values }) => values) };
};

export const compileCondition = (condition: Condition): CompiledQuery => {
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
    const start: CompiledQuery = { sql: `${field} >= ?`, values: [condition.startsWith] };
    return end === null ? start : { sql: `(${start.sql} AND ${field} < ?)`, values: [...start.values, end] };
  }
  return compileRange(field, condition);
};

/** Compiles null separately, since in SQL it is not a member of any list. */
const compileOneOf = (field: string, values: readonly Scalar[]): CompiledQuery => {
  const named = values.filter((value) => value !== null);
  const list = `${field} IN (${named.map(() => '?').join(', ')})`;
  return { sql: named.length === values.length ? list : `(${list} OR ${field} IS NULL)`, values: named.map(bound) };
};

const compileRange = (
  field: string,
  { atLeast, above, below }: { readonly atLeast?: Scalar; readonly above?: Scalar; readonly below?: Scalar },
): CompiledQuery => {
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

/** The columns of an index. */
export const indexColumns = (fields: readonly string[]): string =>
  (fields.includes(KEY) ? fields : [...fields, KEY])
    .map((field) => (field === KEY ? 'key' : fieldExpression(field)))
    .join(', ');

/** The name of an index that queries name, quoted. */
export const namedIndex = (table: string, fields: readonly string[]): string =>
  `"${table.slice(1, -1)} by ${fields.join(', ')}"`;

/** Where documents are looked for: a table and an index, quoted; the database chooses an index where that is null. */
export interface Source {
  readonly table: string;
  readonly index: string | null;
}

/** The documents of a table, without its tombstones. */
const existing = ({ table, index }: Source): string =>
  `${table} ${index === null ? '' : `INDEXED BY ${index}`} WHERE doc IS NOT NULL`;

/** Documents are read only once a page of rows is found and sorted: most sorts need nothing but the index. */
export const compileQuery = (source: Source, { where, sort = [], skip = 0, limit }: Query): CompiledQuery => {
  const condition = compileCondition(where);
  const order = [
    ...sort.map((by) => ({ ...by, column: fieldExpression(by.field) })),
    { ...sort.at(-1), column: 'key' },
  ];
  return {
    sql: `SELECT doc FROM (SELECT key AS id FROM ${existing(source)} AND ${condition.sql}
      ORDER BY ${order.map(({ column, descending }) => `${column}${descending === true ? ' DESC' : ''}`).join(', ')}
      LIMIT ? OFFSET ?) CROSS JOIN ${source.table} ON key = id`,
    values: [...condition.values, limit ?? -1, skip],
  };
};

export const compileCount = (source: Source, where: Condition): CompiledQuery => {
  const { sql, values } = compileCondition(where);
  return { sql: `SELECT count(*) AS total FROM ${existing(source)} AND ${sql}`, values };
};
