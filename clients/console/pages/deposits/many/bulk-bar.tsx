import { Button } from '../../../parts/controls/button.js';
import { useKeys } from '../../../parts/keys.js';
import { Progress } from '../../../parts/feedback/progress.js';
import { useFormats, useWords } from '../../../words/language.js';
import { stopRun, type Run } from './run.js';
import { NONE, type Chosen, type DepositSelection } from './selection.js';
import { ACTIONS, mayDo, type Action } from './target.js';

/** Why none of what is chosen could be so; null where some might, or where not all of it is known here. */
const useWhyNot = (chosen: Chosen): ((action: Action) => string | null) => {
  const { manyDeposits: words } = useWords();
  return (action) => {
    if (chosen.kind === 'all') return null;
    return [...chosen.deposits.values()].some((deposit) => mayDo(action, deposit)) ? null : words.whyNot[action];
  };
};

/** What can be done with the deposits that are selected, in the place of the toolbar. */
export const BulkBar = ({
  selection,
  total,
  onAsk,
}: {
  readonly selection: DepositSelection;
  readonly total: number;
  readonly onAsk: (action: Action) => void;
}) => {
  const { deposit: ofDeposit, deposits, manyDeposits: words } = useWords();
  const whyNot = useWhyNot(selection.chosen);
  const clear = (): void => selection.choose(NONE);
  useKeys({ Escape: clear });
  return (
    <div className="toolbar bulk" role="toolbar" aria-label={words.bar}>
      <b aria-live="polite">{deposits.total(selection.count)}</b>
      {selection.count < total ? (
        <Button small look="quiet" onClick={selection.chooseAll}>
          {words.allThatMatch(total)}
        </Button>
      ) : null}
      <span className="sep" />
      {ACTIONS.map((action) => (
        <Button
          key={action}
          small
          look={action === 'remove' ? 'bad' : 'ordinary'}
          why={whyNot(action)}
          onClick={() => onAsk(action)}
        >
          {words.actions[action]}
        </Button>
      ))}
      <span className="grow" />
      <Button small look="quiet" keyName="Esc" onClick={clear}>
        {ofDeposit.clear}
      </Button>
    </div>
  );
};

/** How far it is with the deposits that something is being done with, in the same place. */
export const RunBar = ({ run }: { readonly run: Run }) => {
  const { manyDeposits: words } = useWords();
  const { count } = useFormats();
  const { action, total, refused } = run;
  const tried = run.done + refused.size;
  return (
    <div className="toolbar bulk" role="toolbar" aria-label={words.bar}>
      <b>
        {words.doing[action]}: {words.doneOf(count(tried), count(total))}
      </b>
      {refused.size === 0 ? null : <span>{words.refusedSoFar(refused.size)}</span>}
      <span className="grow">
        <Progress label={words.doing[action]} done={tried} of={total} look="thick" />
      </span>
      <span className="sr" role="status">
        {words.doneOf(`${Math.floor((tried * 10) / total) * 10} %`, count(total))}
      </span>
      <Button small autoFocus onClick={stopRun}>
        {words.stop}
      </Button>
    </div>
  );
};
