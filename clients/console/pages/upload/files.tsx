import { useMemo, useState } from 'react';
import { Button, Toggles } from '../../parts/controls/button.js';
import { Icon } from '../../parts/icon.js';
import { Mark } from '../../parts/marks.js';
import { Progress } from '../../parts/feedback/progress.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { MiddleCut, Size } from '../../parts/values.js';
import type { Refusal, UploadItem } from '../../uploads/plan.js';
import { LISTS, type List } from '../../uploads/register.js';
import type { Uploading } from '../../uploads/store.js';
import type { Upload } from '../../uploads/upload.js';
import type { UploadView } from '../../uploads/upload-view.js';
import { useFormats, useWords } from '../../words/language.js';

/** What can be done with a file that was refused; nothing helps a name. */
const REMEDIES = {
  junk: 'anyway',
  name: null,
  changed: 'tryAgain',
  unreadable: 'tryAgain',
  gone: 'tryAgain',
  digest: 'tryAgain',
  taken: 'replace',
  cancelled: 'anyway',
  said: 'tryAgain',
} as const satisfies Record<Refusal['kind'], string | null>;

const RefusedFile = ({
  item,
  refusal,
  upload,
}: {
  readonly item: UploadItem;
  readonly refusal: Refusal;
  readonly upload: Upload;
}) => {
  const { upload: words } = useWords();
  const remedy = REMEDIES[refusal.kind];
  const why =
    refusal.kind === 'name' || refusal.kind === 'said'
      ? words.refusals[refusal.kind](refusal.said)
      : words.refusals[refusal.kind];
  return (
    <>
      <Mark shape={refusal.kind === 'cancelled' ? 'pause' : 'fail'}>{words.refusedWord}</Mark>{' '}
      <span className="soft" title={why}>
        {why}
      </span>{' '}
      {remedy === null ? null : (
        <button type="button" className="as-link" onClick={() => void upload.insist(item)}>
          {words[remedy]}
        </button>
      )}
    </>
  );
};

const FileState = ({ item, upload }: { readonly item: UploadItem; readonly upload: Upload }) => {
  const { upload: words } = useWords();
  if (item.refusal !== null) return <RefusedFile item={item} refusal={item.refusal} upload={upload} />;
  if (item.state === 'refused') return null;
  if (item.state === 'done') return <Mark shape="ok">{words.states.done}</Mark>;
  const { parts } = item;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 'var(--s1)' }}>
      <span>
        {item.state === 'sending' && parts !== null ? words.part(parts.done, parts.of) : words.states[item.state]}
      </span>{' '}
      <Button
        small
        look="quiet"
        icon="x"
        aria-label={words.leaveOutFile(item.path)}
        title={words.leaveOut}
        onClick={() => upload.cancel(item)}
      />
    </span>
  );
};

const shown = (path: string, into: string): string =>
  path.startsWith(`${into}/`) ? path.slice(into.length + 1) : path;

const columnsOf = (
  words: ReturnType<typeof useWords>['upload'],
  { upload, view }: Uploading,
): readonly Column<UploadItem>[] => [
  {
    key: 'file',
    head: words.columns.file,
    of: 'name',
    cell: (item) => (
      <>
        <Icon name="file" of="f" />
        <MiddleCut name={shown(item.path, view.into)} />
      </>
    ),
  },
  { key: 'size', head: words.columns.size, of: 'r', cell: (item) => <Size bytes={item.size} /> },
  {
    key: 'progress',
    head: <span className="sr">{words.columns.progress}</span>,
    of: 'over',
    cell: (item) =>
      item.sent === 0 || item.state === 'done' ? null : (
        <Progress
          label={item.path}
          done={item.sent}
          of={item.size}
          {...(item.refusal === null ? {} : { look: 'bad' })}
        />
      ),
  },
  { key: 'state', head: words.columns.state, cell: (item) => <FileState item={item} upload={upload} /> },
];

/** The files of the lists that are shown; a list is made anew with the view. */
const rowsOf = (upload: Upload, lists: ReadonlySet<List>, _view: UploadView): readonly UploadItem[] =>
  LISTS.filter((list) => lists.has(list)).flatMap((list) => upload.register.list(list));

const SHOWN: ReadonlySet<List> = new Set<List>(['going', 'refused']);

/** The files of an upload in four lists: going up, refused, waiting, done. */
export const UploadFiles = ({
  uploading,
  children,
}: {
  readonly uploading: Uploading;
  readonly children: React.ReactNode;
}) => {
  const { upload: words } = useWords();
  const { count } = useFormats();
  const [lists, setLists] = useState(SHOWN);
  const { upload, view } = uploading;
  const rows = useMemo(() => rowsOf(upload, lists, view), [upload, lists, view]);
  return (
    <>
      <div className="toolbar">
        <Toggles
          label={words.show}
          pressed={lists}
          onChange={setLists}
          options={LISTS.map((list) => ({
            value: list,
            label: (
              <>
                {words.lists[list]} <span className="muted">{count(view.counts[list])}</span>
              </>
            ),
          }))}
        />
        <span className="grow" />
        {children}
      </div>
      {rows.length === 0 ? (
        <p className="muted">{words.noRows}</p>
      ) : (
        <Rows
          label={words.rowsLabel}
          columns={columnsOf(words, uploading)}
          widths="minmax(200px,1fr) 80px 180px minmax(260px,1.1fr)"
          rows={rows}
          keyOf={(item) => item.path}
        />
      )}
      <div className="pager">
        <span>
          {words.folders(view.folders.done, view.folders.all)} {words.checked}
        </span>
      </div>
    </>
  );
};
