import { useMemo } from 'react';
import { useParams } from '@tanstack/react-router';
import { ButtonLink } from '../../parts/button.js';
import { useWords } from '../../words/language.js';
import { Viewer } from './viewer.js';

/** The deposit as it is now, in the viewer. */
export const DepositViewerTab = () => {
  const { viewer: words } = useWords();
  const { deposit } = useParams({ from: '/inside/deposits/$deposit' });
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
            <ButtonLink small to="/deposits/$deposit/structure/arrange" params={{ deposit }}>
              {words.arrange}
            </ButtonLink>
          </div>
          <span className="sep" />
        </>
      }
    />
  );
};
