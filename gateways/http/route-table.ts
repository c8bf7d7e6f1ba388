import type { Operation } from './operation.js';
import type { Route } from './route.js';

/** The routes by operation id. Throws unless document and routes have exactly the same operations. */
export const routeTable = (operations: readonly Operation[], routes: readonly Route[]): ReadonlyMap<string, Route> => {
  const table = new Map(routes.map((each) => [each.operationId, each]));
  const described = new Set(operations.map((each) => each.operationId));
  const faults = [
    ...duplicates(routes.map((each) => each.operationId)).map((id) => `${id} has two handlers`),
    ...duplicates(operations.map((each) => each.operationId)).map((id) => `${id} is described twice`),
    ...[...described].filter((id) => !table.has(id)).map((id) => `${id} has no handler`),
    ...[...table.keys()].filter((id) => !described.has(id)).map((id) => `${id} is not described`),
  ];
  if (faults.length > 0) throw new Error(`The routes and the OpenAPI document differ: ${faults.join('; ')}.`);
  return table;
};

const duplicates = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];
