import type { Database } from '../../embedded/sqlite.js';

type Statement = ReturnType<Database['prepare']>;
type Value = string | number | null;

/** The first row that a statement yields, as its columns are named. */
export const firstRow = <Row>(statement: Statement, ...values: readonly Value[]): Row | undefined => {
  const row: unknown = statement.get(...values);
  return row as Row | undefined;
};

/** The row of a statement that always yields one. */
export const onlyRow = <Row>(statement: Statement, ...values: readonly Value[]): Row => {
  const row = firstRow<Row>(statement, ...values);
  if (row === undefined) throw new Error('a query without a row');
  return row;
};

export const allRows = <Row>(statement: Statement, ...values: readonly Value[]): Row[] => {
  const rows: unknown = statement.all(...values);
  return rows as Row[];
};
