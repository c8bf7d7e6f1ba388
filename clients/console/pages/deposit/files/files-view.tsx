import { useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CombinedEntry, CombinedFolder, Deposit } from '../../../api/deposits.js';
import { idOf } from '../../../api/identifiers.js';
import { Problem } from '../../../parts/feedback/messages.js';
import { useKeys } from '../../../parts/keys.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';
import type { FilesSearch } from './files-search.js';
import { Asking, type Asked } from './asking.js';
import type { DeleteFrom } from '../record-files.js';
import { BulkBar } from './bulk-bar.js';
import { Details, download } from './details.js';
import { EditProblem } from './edit-problem.js';
import { folderOf, isFlat, type Entry } from './entry.js';
import { namedEntries, selectedAmount, selectedEntries, topmostEntries, useFileSelection } from './file-selection.js';
import { FileTree } from './file-tree.js';
import { usePartKeys } from './part-keys.js';
import { Standing, useWhyStill } from './standing.js';
import { FilesToolbar } from './toolbar.js';
import { recordable, useEdits } from './use-edits.js';

interface ViewOptions {
  readonly deposit: Deposit;
  readonly counts: CombinedFolder;
  readonly search: FilesSearch;
}

/** The most files that are downloaded one by one. */
const MOST_DOWNLOADS = 20;

/** How many files the list has that a filter shows. */
const useFlatAmount = ({ counts, search: { filter } }: ViewOptions) => {
  const [total, setTotal] = useState<number | null>(null);
  const { folder } = counts;
  const whole = isFlat(filter)
    ? {
        files: filter.name === undefined && filter.show !== undefined ? folder.states[filter.show] : (total ?? 0),
        bytes: null,
      }
    : { files: folder.files, bytes: folder.bytes };
  return { whole, setTotal };
};

/** What can be done with the selection, or with one entry. */
const useActions = (options: ViewOptions, picked: ReturnType<typeof useFileSelection>, ask: (asked: Asked) => void) => {
  const depositId = idOf(options.deposit.id);
  const { filter } = options.search;
  const { deposit: words, depositFiles } = useWords();
  const tell = useToast();
  const { record } = useEdits(depositId);
  const [counted, count] = useState<number | null>(null);
  const read = async (): Promise<CombinedEntry[]> => {
    try {
      return await selectedEntries(depositId, filter, picked.selection, count);
    } finally {
      count(null);
    }
  };
  const selected = (): Promise<readonly CombinedEntry[]> => topmostEntries(picked.selection, read);
  const move = (entries: readonly CombinedEntry[], into?: string): void =>
    ask({ what: 'move', entries, ...(into === undefined ? {} : { into }) });
  const moves = useMutation({ mutationFn: selected, onSuccess: (entries) => move(entries) });
  const rights = useMutation({
    mutationFn: async () => namedEntries(picked.selection) ?? (await read()).filter(({ kind }) => kind === 'file'),
    onSuccess: (entries) => ask({ what: 'rights', entries }),
  });
  const downloads = useMutation({
    mutationFn: async () => {
      for (const entry of await read()) if (entry.kind === 'file') await download(depositId, entry);
    },
  });
  return {
    reading: counted === null ? null : depositFiles.reading(counted, selectedAmount(picked.selection).files),
    error: moves.error ?? rights.error ?? downloads.error,
    record,
    selected,
    move,
    moves,
    rights,
    downloads,
    recordSelected: () =>
      record.mutate(read, {
        onSuccess: (n) => {
          tell(words.recordedNow(n));
          picked.clear();
        },
      }),
    deleteSelected: () => ask({ what: 'delete', key: JSON.stringify([...picked.selection.rules.rules]), read }),
    deleteOne: (entry: CombinedEntry, from: DeleteFrom = 'both') => {
      const one = { ...entry, isFolder: entry.kind === 'folder' } as Entry;
      const alone = {
        rules: { rules: new Map([[entry.path, true]]) },
        entries: new Map([[entry.path, one]]),
        whole: { files: 0, bytes: 0 },
      };
      ask({ what: 'delete', key: `one ${entry.path}`, read: () => selectedEntries(depositId, {}, alone), from });
    },
    recordOne: (entry: CombinedEntry) =>
      record.mutate(() => Promise.resolve([entry]), { onSuccess: (n) => tell(words.recordedNow(n)) }),
    whyNoDownload:
      selectedAmount(picked.selection).files > MOST_DOWNLOADS ? depositFiles.tooMany(MOST_DOWNLOADS) : null,
  };
};

/** Where a new folder is made: in the one whose details are shown, or beside it, else in the objects. */
const placeOfFolder = (entry: CombinedEntry | null): string => {
  const place = entry === null ? '' : entry.kind === 'folder' ? entry.path : folderOf(entry.path);
  return /^(objects|metadata)(\/|$)/.test(place) ? place : 'objects';
};

/** The files of a deposit: what narrows them, the tree or the list, and the details at the side. */
export const FilesView = (options: ViewOptions) => {
  const { deposit, counts, search } = options;
  const depositId = idOf(deposit.id);
  const { deposit: words, depositFiles } = useWords();
  const client = useQueryClient();
  const { whole, setTotal } = useFlatAmount(options);
  const sourceKey = ['deposits', depositId, 'combined', 'tree', search.filter];
  const picked = useFileSelection(depositId, sourceKey, whole);
  const [asked, ask] = useState<Asked | null>(null);
  const actions = useActions(options, picked, ask);
  const field = useRef<HTMLInputElement>(null);
  const why = useWhyStill(deposit, counts);
  const isBulk = !picked.isEmpty;
  const { record, moves, rights, downloads } = actions;
  const busy = record.isPending ? words.steps.recording(selectedAmount(picked.selection).files) : null;
  const atEntry = (): CombinedEntry | null =>
    search.at === null
      ? null
      : (client.getQueryData<CombinedEntry | null>(['deposits', depositId, 'combined', 'entry', search.at]) ?? null);
  usePartKeys(isBulk ? picked.clear : null);
  useKeys({
    f: () => field.current?.focus(),
    m: () => (isBulk && why === null && busy === null ? actions.recordSelected() : undefined),
    r: () => {
      const entry = atEntry();
      if (why !== null) return;
      if (isBulk) rights.mutate();
      else if (entry !== null) ask({ what: 'rights', entries: [entry] });
    },
  });
  return (
    <>
      <Standing deposit={deposit} counts={counts} />
      <div className={search.at === null ? '' : 'withside'}>
        <div className="main">
          {isBulk ? (
            <BulkBar
              amount={selectedAmount(picked.selection)}
              why={why}
              whyNoDownload={actions.whyNoDownload}
              reading={actions.reading}
              recording={busy}
              downloading={downloads.isPending ? depositFiles.downloading : null}
              onRecord={actions.recordSelected}
              onRights={() => rights.mutate()}
              onMove={() => moves.mutate()}
              onDownload={() => downloads.mutate()}
              onDelete={actions.deleteSelected}
              onClear={picked.clear}
            />
          ) : (
            <FilesToolbar
              folder={counts.folder}
              filter={search.filter}
              field={field}
              why={why}
              onFilter={search.setFilter}
              onNewFolder={() => ask({ what: 'folder', within: placeOfFolder(atEntry()) })}
            />
          )}
          <EditProblem error={record.error} />
          {actions.error === null ? null : <Problem error={actions.error} />}
          <FileTree
            {...{ depositId, search, sourceKey }}
            selection={picked.rowSelection}
            onTotal={setTotal}
            onMove={why === null ? actions.move : null}
            selected={isBulk ? actions.selected : null}
            onDelete={(entry) =>
              why !== null ? undefined : isBulk ? actions.deleteSelected() : actions.deleteOne(entry)
            }
          />
        </div>
        {search.at === null ? null : (
          <Details
            depositId={depositId}
            path={search.at}
            onClose={() => search.setAt(null)}
            actions={{
              why,
              onDelete: (entry) => actions.deleteOne(entry),
              onTakeOut: (entry) => actions.deleteOne(entry, 'mets'),
              onRights: (entry) => ask({ what: 'rights', entries: [entry] }),
              onName: (entry) => ask({ what: 'name', entry }),
              onMove: (entry) => actions.move([entry]),
              recordOne: (entry) => (recordable([entry]).length > 0 ? () => actions.recordOne(entry) : null),
              recording: busy,
            }}
          />
        )}
      </div>
      <Asking
        asked={asked}
        reading={actions.reading}
        deposit={deposit}
        onClose={() => ask(null)}
        onDone={() => {
          ask(null);
          picked.clear();
        }}
        onMoved={(made) => {
          ask(null);
          picked.clear();
          const shown = made.find(({ from }) => from === search.at);
          if (shown !== undefined) search.setAt(shown.to);
        }}
      />
    </>
  );
};
