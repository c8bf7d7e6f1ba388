import { Link } from '@tanstack/react-router';
import { idOf } from '../../../api/identifiers.js';
import { Button } from '../../../parts/controls/button.js';
import { Message, Problem, saidIn } from '../../../parts/feedback/messages.js';
import { useWords } from '../../../words/language.js';
import type { ListedDeposit } from '../columns.js';
import { forgetRun, isUnderWay, type Refused, type Run } from './run.js';
import { mayDo, type Action } from './target.js';

/** Refusals that are told of deposits on other pages. */
const TOLD = 20;

/** Why something was not done with a deposit, in our words where the listing shows why. */
const useWhy = (action: Action): ((refused: Refused) => string) => {
  const { manyDeposits: words } = useWords();
  return ({ target, error }) => (mayDo(action, target) ? saidIn(error) : words.refusedWhy[action]);
};

/** The same, below the row of the deposit. */
export const Refusal = ({ action, refused }: { readonly action: Action; readonly refused: Refused }) => {
  const why = useWhy(action);
  if (mayDo(action, refused.target)) return <Problem error={refused.error} isOld />;
  return (
    <Message kind="bad" isOld>
      <p title={saidIn(refused.error)}>{why(refused)}</p>
    </Message>
  );
};

/** What was not done with some of many deposits; the reasons of those on the page are below their rows. */
export const RunMessage = ({ run, deposits }: { readonly run: Run; readonly deposits: readonly ListedDeposit[] }) => {
  const { deposit: ofDeposit, manyDeposits: words } = useWords();
  const { action, done, refused, left, fault } = run;
  const why = useWhy(action);
  if (isUnderWay(run)) return null;
  const shown = new Set(deposits.map(({ id }) => id));
  const elsewhere = [...refused.values()].filter(({ target }) => !shown.has(target.id));
  return (
    <>
      {fault === null ? null : <Problem error={fault} />}
      <Message
        kind={refused.size > 0 ? 'bad' : 'warn'}
        actions={
          <Button small onClick={forgetRun}>
            {words.understood}
          </Button>
        }
      >
        {refused.size === 0 ? null : (
          <p>
            <strong>{words.refused(refused.size)}</strong>
          </p>
        )}
        {left.length === 0 ? null : <p>{words.left(left.length)}</p>}
        {done === 0 ? null : <p>{words.done[action](done)}</p>}
        {elsewhere.length === 0 ? null : (
          <>
            <p>{words.elsewhere}</p>
            <ul>
              {elsewhere.slice(0, TOLD).map(({ target, error }) => (
                <li key={target.id}>
                  <strong>
                    <Link to="/deposits/$deposit" params={{ deposit: idOf(target.id) }}>
                      {target.archivalGroupName ?? `${ofDeposit.noName}, ${idOf(target.id)}`}
                    </Link>
                  </strong>
                  : {why({ target, error })}
                </li>
              ))}
              {elsewhere.length > TOLD ? <li>{words.moreElsewhere(elsewhere.length - TOLD)}</li> : null}
            </ul>
          </>
        )}
      </Message>
    </>
  );
};
