import { useSyncExternalStore } from 'react';
import { subscribeToTrees, treeProgressOf, type TreeProgress } from '../../api/tree-progress.js';
import { useWords } from '../../words/language.js';
import { Progress } from './progress.js';

/** What is done for it now: the workspace is listed and the METS is read side by side, then both are compared. */
const stepOf = ({ listed, mets, compared }: TreeProgress) => {
  if (compared > 0) return { step: 'comparing', done: compared, of: 0 } as const;
  if (mets !== null && mets.read < mets.size) return { step: 'reading', done: mets.read, of: mets.size } as const;
  if (mets === null && listed > 0) return { step: 'listing', done: listed, of: 0 } as const;
  return { step: 'comparing', done: 0, of: 0 } as const;
};

/** How far the platform is with what a page of a deposit waits for, where that takes longer than a second. */
export const BeingMade = ({ depositId }: { readonly depositId: string }) => {
  const { parts } = useWords();
  const progress = useSyncExternalStore(subscribeToTrees, () => treeProgressOf(depositId));
  if (progress === null) return null;
  const { step, done, of } = stepOf(progress);
  const label = parts.tree[step](done, of);
  return (
    <div style={{ margin: '12px 0' }}>
      <p className="muted">{label}</p>
      {of === 0 ? null : <Progress label={label} done={done} of={of} />}
    </div>
  );
};
