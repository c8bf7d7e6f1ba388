import { Mark, type MarkShape } from './marks.js';
import { useWords } from '../words/language.js';
import type { Deposit } from '../api/deposits.js';
import type { Child } from '../api/repository.js';

const SHAPES: Readonly<Record<Deposit['status'], MarkShape>> = {
  new: 'new',
  exporting: 'out',
  preserved: 'ok',
  error: 'fail',
  archived: 'box',
};

/** The state of a deposit as people say it, with the term of the interface at hand. */
export const DepositState = ({ status }: { readonly status: Deposit['status'] }) => {
  const { states } = useWords();
  return (
    <Mark shape={SHAPES[status]} title={status}>
      {states.deposit[status]}
    </Mark>
  );
};

/** The deposit in which the next version of an archival group is prepared, by its state or by who has locked it. */
export const DepositInWork = ({ status, lockedBy }: NonNullable<Child['deposit']>) => {
  const { states } = useWords();
  if (status === 'new' && lockedBy !== null)
    return (
      <Mark shape="lock" title={status}>
        {states.depositOf(lockedBy)}
      </Mark>
    );
  return (
    <Mark shape={SHAPES[status]} title={status}>
      {states.depositInWork[status]}
    </Mark>
  );
};
