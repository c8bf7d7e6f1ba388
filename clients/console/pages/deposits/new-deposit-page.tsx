import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Deposit } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { Switch } from '../../parts/controls/button.js';
import { Problem } from '../../parts/feedback/messages.js';
import { Page } from '../../parts/page.js';
import { useWords } from '../../words/language.js';
import { ByIdentifier } from './by-identifier.js';
import { ByPlace } from './by-place.js';
import { ByVersion } from './by-version.js';

const WAYS = ['byPlace', 'byIdentifier', 'byVersion'] as const;
type Way = (typeof WAYS)[number];

/** A new deposit: for a place in the repository, from an identifier, or from a version to work on. */
export const NewDepositPage = () => {
  const { newDeposit: words } = useWords();
  const { under = '', from = '' } = useSearch({ from: '/inside/deposits/new' });
  const navigate = useNavigate();
  const [way, setWay] = useState<Way>(from === '' ? 'byPlace' : from === 'identifier' ? 'byIdentifier' : 'byVersion');
  const create = useMutation({
    mutationFn: (ask: () => Promise<Deposit>) => ask(),
    onSuccess: ({ id }) => navigate({ to: '/deposits/$deposit', params: { deposit: idOf(id) } }),
  });
  const options = { isBusy: create.isPending, onCreate: (ask: () => Promise<Deposit>) => create.mutate(ask) };
  return (
    <Page
      title={words.title}
      facts={<span>{words.what}</span>}
      crumbs={[{ label: words.deposits, link: { to: '/deposits' } }]}
    >
      <div className="form">
        <Switch
          label={words.ways}
          value={way}
          options={WAYS.map((value) => ({ value, label: words[value] }))}
          onChange={setWay}
        />
        {create.error === null ? null : <Problem error={create.error} />}
        {way === 'byPlace' ? <ByPlace {...options} under={under} /> : null}
        {way === 'byIdentifier' ? <ByIdentifier {...options} /> : null}
        {way === 'byVersion' ? <ByVersion {...options} from={from === 'identifier' ? '' : from} /> : null}
      </div>
    </Page>
  );
};
