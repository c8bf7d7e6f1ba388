import type { DepositDependencies } from '../deposit-dependencies.js';
import type { Route } from '../../http/route.js';
import { getMetsSummary } from '../mets/get-mets-summary.js';
import { getDepositCombined } from './get-deposit-combined.js';
import { keptTrees } from './kept-trees.js';
import { warnOfTools } from './warn-of-tools.js';

/** What is answered from the trees that are kept of deposits. */
export const treeRoutes = (on: DepositDependencies): Route[] => {
  const trees = keptTrees(on.dependencies, { onMade: (combined) => warnOfTools(on.log, combined) });
  return [getDepositCombined(on, trees), getMetsSummary(on, trees)];
};
