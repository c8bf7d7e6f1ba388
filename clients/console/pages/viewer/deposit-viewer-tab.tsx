import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { depositCountsQuery } from '../../api/deposits.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { useWords } from '../../words/language.js';
import { Viewer } from './viewer.js';

/** The deposit as it is now, in the viewer. */
export const DepositViewerTab = () => {
  const { viewer: words } = useWords();
  const { deposit } = useParams({ from: '/inside/deposits/$deposit' });
  const { data: counts } = useQuery(depositCountsQuery(deposit));
  const isForeign = counts !== undefined && counts.metsETag !== null && !counts.metsEditable;
  const program = isForeign ? (counts.metsAgent ?? words.anotherProgram) : null;
  const shown = useMemo(() => ({ kind: 'deposit', depositId: deposit }) as const, [deposit]);
  return (
    <Viewer
      shown={shown}
      what={words.asItIsNow}
      before={
        <>
          <div className="join" role="group" aria-label={words.structure}>
            <span className="b small" aria-current="true">
              {words.look}
            </span>
            {program === null ? (
              <ButtonLink small to="/deposits/$deposit/structure/arrange" params={{ deposit }}>
                {words.arrange}
              </ButtonLink>
            ) : (
              <Button small why={words.foreign(program)}>
                {words.arrange}
              </Button>
            )}
          </div>
          <span className="sep" />
        </>
      }
    />
  );
};
