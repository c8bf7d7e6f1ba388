import { useQuery } from '@tanstack/react-query';
import { depositCountsQuery, type CombinedFolder, type CombinedState, type Deposit } from '../../api/deposits.js';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { idOf } from '../../api/identifiers.js';
import { readFolder } from '../../api/deposits.js';
import { Loaded } from '../../parts/loading.js';
import { useDeposit } from './deposit-page.js';
import type { FileFilter } from './files/entry.js';
import { FilesView } from './files/files-view.js';

/** What the address says of the files: open folders, the one whose details are shown, and what narrows them. */
const useFilesSearch = () => {
  const search = useSearch({ from: '/inside/deposits/$deposit/' });
  const navigate = useNavigate();
  const go = (changes: Record<string, string | undefined>): void =>
    void navigate({ to: '.', search: { ...search, ...changes }, replace: true, resetScroll: false });
  const open = useMemo(
    () => new Set((search.open ?? 'objects').split('|').filter((each) => each !== '')),
    [search.open],
  );
  const filter = useMemo<FileFilter>(
    () => ({
      ...(search.show === undefined ? {} : { show: search.show as CombinedState }),
      ...(search.name === undefined ? {} : { name: search.name }),
    }),
    [search.show, search.name],
  );
  return {
    open,
    filter,
    at: search.at ?? null,
    setOpen: (next: ReadonlySet<string>) => go({ open: next.size === 0 ? '|' : [...next].join('|') }),
    setFilter: ({ show, name }: FileFilter) => go({ show, name }),
    setAt: (at: string | null) => go({ at: at ?? undefined }),
  };
};
export type FilesSearch = ReturnType<typeof useFilesSearch>;

/** Lists the workspace again once when its files are opened: other tools may have uploaded since. */
const useRefreshed = (depositId: string): void => {
  const client = useQueryClient();
  const [isAsked] = useState(new Set<string>());
  useEffect(() => {
    if (isAsked.has(depositId)) return;
    isAsked.add(depositId);
    const query = depositCountsQuery(depositId);
    const before = client.getQueryData(query.queryKey);
    void readFolder(depositId, { path: '', limit: 0, refresh: true }).then(
      (now) => {
        if (before === undefined || JSON.stringify(before) !== JSON.stringify(now))
          void client.invalidateQueries({ queryKey: ['deposits', depositId, 'combined'] });
      },
      () => undefined,
    );
  }, [client, depositId, isAsked]);
};

const Files = ({ deposit, counts }: { readonly deposit: Deposit; readonly counts: CombinedFolder }) => (
  <FilesView deposit={deposit} counts={counts} search={useFilesSearch()} />
);

/** The files of a deposit, as a tree or as a flat list of some of them. */
export const FilesTab = () => {
  const deposit = useDeposit();
  const depositId = idOf(deposit.id);
  useRefreshed(depositId);
  const query = useQuery(depositCountsQuery(depositId));
  return <Loaded query={query}>{(counts) => <Files key={depositId} deposit={deposit} counts={counts} />}</Loaded>;
};
