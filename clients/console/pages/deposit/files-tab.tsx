import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { depositCountsQuery, readFolder, type CombinedFolder, type Deposit } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { BeingMade } from '../../parts/feedback/being-made.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Message } from '../../parts/feedback/messages.js';
import { useDropToUpload } from '../../uploads/use-uploads.js';
import { useWords } from '../../words/language.js';
import { useDeposit } from './deposit-page.js';
import { useFilesSearch } from './files/files-search.js';
import { FilesView } from './files/files-view.js';

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

/** Takes what is dropped on the page; says so while it is held over it. */
const DropHere = ({ depositId }: { readonly depositId: string }) => {
  const { deposit: words } = useWords();
  const isOver = useDropToUpload(depositId);
  return isOver ? <Message kind="info">{words.letGo}</Message> : null;
};

/** The files of a deposit, as a tree or as a flat list of some of them. */
export const FilesTab = () => {
  const deposit = useDeposit();
  const depositId = idOf(deposit.id);
  useRefreshed(depositId);
  const query = useQuery(depositCountsQuery(depositId));
  return (
    <>
      {deposit.active ? <DropHere depositId={depositId} /> : null}
      <BeingMade depositId={depositId} />
      <Loaded query={query}>{(counts) => <Files key={depositId} deposit={deposit} counts={counts} />}</Loaded>
    </>
  );
};
