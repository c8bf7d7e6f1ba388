import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { depositCountsQuery, type Deposit } from '../../../api/deposits.js';
import { idOf, pathOf } from '../../../api/identifiers.js';
import { depositZipAddress, save } from '../../../api/downloads.js';
import { preservation } from '../../../api/services.js';
import { Menu, type MenuEntry } from '../../../parts/controls/menu.js';
import { Problem } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';
import { ArchiveDialog } from './archive-dialog.js';
import { DeleteDepositDialog } from './delete-deposit-dialog.js';
import { DescribeDialog } from './describe-dialog.js';
import { FileListEntry, useFileList } from './file-list.js';
import { KeysDialog } from './keys-dialog.js';
import { PlaceDialog } from './place-dialog.js';

type Asked = 'describe' | 'place' | 'keys' | 'archive' | 'delete';

/** Closes a deposit, or opens it again. */
const useActive = (depositId: string) => {
  const client = useQueryClient();
  const { depositMenu: words } = useWords();
  const tell = useToast();
  return useMutation({
    mutationFn: async (isActive: boolean) => {
      const params = { path: { depositId } };
      if (isActive) await preservation.PUT('/deposits/{depositId}/activate', { params });
      else await preservation.PUT('/deposits/{depositId}/deactivate', { params });
    },
    onSuccess: (_, isActive) => tell(isActive ? words.opened : words.closed),
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits', depositId] }),
  });
};

/** Why the archiver would not take a deposit, as far as the deposit itself shows; null where it may. */
const useWhyNotArchived = ({ status, active }: Deposit): string | null => {
  const { depositMenu: words } = useWords();
  if (status === 'archived') return words.archivedAlready;
  return active || (status !== 'preserved' && status !== 'error') ? words.archiveWhen : null;
};

const useEntries = (deposit: Deposit, ask: (asked: Asked) => void, active: ReturnType<typeof useActive>) => {
  const { parts, depositMenu: words } = useWords();
  const tell = useToast();
  const whyNotArchived = useWhyNotArchived(deposit);
  const copy = (): void => void navigator.clipboard.writeText(location.href).then(() => tell(parts.copied));
  const isStill = deposit.active ? null : words.whenOpen;
  const sums = useQuery(depositCountsQuery(idOf(deposit.id))).data?.folder;
  const place = deposit.archivalGroup === null ? words.noPlaceYet : words.nowPlace(pathOf(deposit.archivalGroup));
  const change: readonly MenuEntry[] = [
    { key: 'describe', label: words.describe, why: isStill, onChoose: () => ask('describe') },
    { key: 'place', label: words.choosePlace, below: place, why: isStill, onChoose: () => ask('place') },
  ];
  const take: readonly MenuEntry[] = [
    {
      key: 'keys',
      label: words.keys,
      below: words.keysBelow,
      why: deposit.status === 'archived' ? words.archivedAlready : null,
      onChoose: () => ask('keys'),
    },
    {
      key: 'zip',
      label: words.zip,
      below: sums === undefined ? words.zipAll : words.zipBelow(sums.files, sums.bytes),
      why: deposit.status === 'archived' ? words.archivedAlready : null,
      onChoose: () => save(depositZipAddress(idOf(deposit.id))),
    },
    { key: 'copy', label: words.copyAddress, onChoose: copy },
  ];
  const end: readonly MenuEntry[] = [
    deposit.active
      ? {
          key: 'close',
          label: words.close,
          below: words.closeBelow,
          why: deposit.status === 'error' ? null : words.closeWhen,
          onChoose: () => active.mutate(false),
        }
      : {
          key: 'open',
          label: words.openAgain,
          below: words.openBelow,
          why: deposit.status === 'archived' ? words.archivedAlready : null,
          onChoose: () => active.mutate(true),
        },
    {
      key: 'archive',
      label: words.archive,
      below: words.archiveBelow,
      why: whyNotArchived,
      onChoose: () => ask('archive'),
    },
    { key: 'delete', label: words.remove, isBad: true, onChoose: () => ask('delete') },
  ];
  return { change, take, end };
};

const Asking = ({
  asked,
  deposit,
  onClose,
}: {
  readonly asked: Asked;
  readonly deposit: Deposit;
  readonly onClose: () => void;
}) => {
  switch (asked) {
    case 'describe':
      return <DescribeDialog {...{ deposit, onClose }} />;
    case 'place':
      return <PlaceDialog {...{ deposit, onClose }} />;
    case 'keys':
      return <KeysDialog {...{ deposit, onClose }} />;
    case 'archive':
      return <ArchiveDialog {...{ deposit, onClose }} />;
    case 'delete':
      return <DeleteDepositDialog {...{ deposit, onClose }} />;
  }
};

/** What else can be done with a deposit. */
export const DepositMenu = ({ deposit }: { readonly deposit: Deposit }) => {
  const { depositMenu: words } = useWords();
  const depositId = idOf(deposit.id);
  const [asked, ask] = useState<Asked | null>(null);
  const active = useActive(depositId);
  const list = useFileList(depositId);
  const { change, take, end } = useEntries(deposit, ask, active);
  const csv: MenuEntry = { key: 'csv', label: words.list, onChoose: () => list.mutate() };
  const error = active.error ?? list.error;
  return (
    <>
      <Menu label={words.more} groups={[change, [...take, csv], end]} />
      {asked === null ? null : <Asking {...{ asked, deposit }} onClose={() => ask(null)} />}
      {list.isPending ? <FileListEntry /> : null}
      {error === null ? null : <Problem error={error} />}
    </>
  );
};
