import type { Dependencies } from '../../../commands/core/dependencies.js';
import { childrenAsOf, ViewBehind } from '../../../projections/repository/children-as-of.js';
import type { ReadModels } from '../../../projections/read-models.js';

/** How long a deletion waits for the view of what is in the container. */
const WAIT_MS = 10_000;

/** What deletions look for children in; the views are opened later than the commands. */
export interface ChildrenOfViews {
  readonly asOf: Dependencies['childrenAsOf'];
  readonly open: (models: ReadModels) => void;
}

/** Rejects with a transient fault before the views are opened. */
export const childrenOfViews = (): ChildrenOfViews => {
  let opened: Dependencies['childrenAsOf'] | null = null;
  return {
    asOf: (container, position) => {
      if (opened === null) throw new ViewBehind('The read models are not open yet.');
      return opened(container, position);
    },
    open: ({ takenChildren: taken, repositoryReached: reached, repositoryState: state }) => {
      opened = childrenAsOf({ taken, reached, state, timeoutMs: WAIT_MS });
    },
  };
};
