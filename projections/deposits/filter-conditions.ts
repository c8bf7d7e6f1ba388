import type { Condition } from '../documents.js';
import type { DepositFilter } from './deposit-query.js';
import { AGENTS, DATES, FIELDS, FOUND, FOUND_FIELDS } from './fields.js';
import { reversed } from './reversed.js';

const pathConditions = ({ path, below }: DepositFilter): Condition[] => {
  const field = FIELDS.archivalGroupPath;
  const conditions: Condition[] = [];
  if (path !== undefined) {
    const end = 'is' in path ? { is: reversed(path.is) } : { startsWith: reversed(path.endsWith) };
    conditions.push({ field: 'pathReversed', ...end });
  }
  if (below !== undefined) conditions.push(below === '' ? { field, exists: true } : { field, startsWith: `${below}/` });
  return conditions;
};

const foundConditions = ({ found = {} }: DepositFilter): Condition[] =>
  FOUND.flatMap((name): Condition[] => {
    const field = FOUND_FIELDS[name];
    if (found[name] === undefined) return [];
    return [found[name] ? { field, above: 0 } : { field, oneOf: [null, 0] }];
  });

/** The conditions that a filter sets on documents of deposits. */
export const filterConditions = (filter: DepositFilter): readonly Condition[] => {
  const { agents = {}, dates = {}, status, active, archived, running } = filter;
  return [
    ...AGENTS.flatMap((role) => (agents[role] === undefined ? [] : [{ field: FIELDS[role], is: agents[role] }])),
    ...DATES.flatMap((date) => (dates[date] === undefined ? [] : [{ field: FIELDS[date], ...dates[date] }])),
    ...pathConditions(filter),
    ...(status === undefined ? [] : [{ field: FIELDS.status, is: status }]),
    ...(active === undefined ? [] : [{ field: 'active', is: active }]),
    ...(archived === undefined ? [] : [{ field: 'archived', exists: archived }]),
    ...(running === undefined ? [] : [{ field: 'running', is: running }]),
    ...foundConditions(filter),
  ];
};
