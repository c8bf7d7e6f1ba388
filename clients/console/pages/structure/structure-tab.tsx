import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { openedQuery, rangesQuery, type OpenedManifest } from '../../api/manifests.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Arrange } from './arrange.js';
import { rangeOf } from './structure.js';

const Opened = ({ deposit, opened }: { readonly deposit: string; readonly opened: OpenedManifest }) => {
  const query = useQuery(rangesQuery({ kind: 'deposit', depositId: deposit }, opened));
  const { data } = query;
  const structure = useMemo(() => (data?.structures ?? []).map(rangeOf), [data]);
  return (
    <Loaded query={query}>
      {({ etag }) => <Arrange depositId={deposit} opened={opened} structure={structure} etag={etag} />}
    </Loaded>
  );
};

/** The structure of a deposit, to be arranged. */
export const StructureTab = () => {
  const { deposit } = useParams({ from: '/inside/deposits/$deposit' });
  const query = useQuery(openedQuery({ kind: 'deposit', depositId: deposit }));
  return <Loaded query={query}>{(opened) => <Opened deposit={deposit} opened={opened} />}</Loaded>;
};
