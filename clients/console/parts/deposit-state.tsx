import { Mark, type MarkShape } from './marks.js';
import { useWords } from '../words/language.js';
import type { Deposit } from '../api/deposits.js';

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
