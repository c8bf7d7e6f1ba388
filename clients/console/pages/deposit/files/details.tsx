import { useState, type ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lastName } from '../../../../../formats/paths/repository-path.js';
import { entryQuery, readDownload, type CombinedEntry, type CombinedFileRow } from '../../../api/deposits.js';
import { save } from '../../../api/downloads.js';
import { useAccessWords } from '../../../parts/access-words.js';
import { Button } from '../../../parts/controls/button.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Message, Problem } from '../../../parts/feedback/messages.js';
import { above } from '../../../parts/lists/path-selection.js';
import { Size, Time } from '../../../parts/values.js';
import { useFormats, useWords } from '../../../words/language.js';
import { folderOf, isKept, isMovable } from './entry.js';
import { Mismatches } from './mismatches.js';
import { Preview } from './preview.js';
import { useStatementName } from '../../../parts/rights-statements.js';

/** A digest in groups of eight, so that it can be compared by eye. */
const Digest = ({ value }: { readonly value: string }) => (
  <span className="digest">{value.match(/.{1,8}/g)?.join(' ')}</span>
);

const Facts = ({ file }: { readonly file: CombinedFileRow }) => {
  const { depositFiles: words, deposit } = useWords();
  const { inWorkspace, inMets, format, contentType, virus } = file;
  const { exactBytes } = useFormats();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.state, deposit.whereabouts[file.whereabouts === 'Neither' ? 'Extra' : file.whereabouts]],
    [words.size, file.size === null ? words.unknown : exactBytes(file.size)],
    [
      words.format,
      format === null ? (
        <span className="muted">{deposit.notKnown}</span>
      ) : (
        [format.name, format.key].filter(Boolean).join(', ')
      ),
    ],
    [words.type, contentType ?? <span className="muted">{deposit.notKnown}</span>],
    [words.virus, virus === null ? words.notScanned : virus.found ? (virus.name ?? words.infected) : words.clean],
    ...(inWorkspace === null ? [] : [[words.changed, <Time key="t" at={inWorkspace.modified} />] as const]),
    ...(inWorkspace === null
      ? []
      : [
          [
            inWorkspace.claimed ? words.digestClaimed : words.digestStored,
            inWorkspace.digest === null ? (
              <span className="muted">{words.noDigest}</span>
            ) : (
              <Digest key="d" value={inWorkspace.digest} />
            ),
          ] as const,
        ]),
    ...(inMets === null
      ? []
      : [
          [
            words.digestInMets,
            inMets.digest === null ? (
              <span className="muted">{words.noDigest}</span>
            ) : inMets.digest === inWorkspace?.digest ? (
              words.sameDigest
            ) : (
              <Digest key="m" value={inMets.digest} />
            ),
          ] as const,
        ]),
  ];
  return (
    <dl className="dl">
      {facts.map(([label, value]) => (
        <div key={label} className="pair-of-dl">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The nearest folder above from which something is inherited. */
const useOrigin = (depositId: string, path: string) => {
  const folders = [...above(path)].slice(1);
  const rows = useQueries({
    queries: folders.filter((each) => each !== '').map((each) => ({ ...entryQuery(depositId, each), retry: false })),
    combine: (results) => results.map(({ data }) => data ?? null),
  });
  return (has: (entry: CombinedEntry) => boolean): string | null =>
    rows.find((row): row is CombinedEntry => row !== null && has(row))?.name ?? null;
};

const Terms = ({ depositId, entry }: { readonly depositId: string; readonly entry: CombinedEntry }) => {
  const { depositFiles: words } = useWords();
  const accessWords = useAccessWords();
  const name = useStatementName();
  const origin = useOrigin(depositId, entry.path);
  const from = (isOwn: boolean, has: (above: CombinedEntry) => boolean) => {
    const folder = isOwn ? null : origin(has);
    return folder === null ? null : <span className="muted"> {words.from(folder)}</span>;
  };
  const none = <span className="muted">{words.none}</span>;
  const access = entry.effectiveAccessRestrictions;
  const rights = entry.effectiveRightsStatement;
  const record = entry.effectiveRecordInfo?.recordIdentifiers ?? [];
  return (
    <dl className="dl">
      <dt>{words.access}</dt>
      <dd>
        {access.length === 0 ? none : accessWords(access)}
        {access.length === 0
          ? null
          : from(entry.accessRestrictions.length > 0, (each) => each.accessRestrictions.length > 0)}
      </dd>
      <dt>{words.rightsShort}</dt>
      <dd>
        {entry.rightsStatementSuppressed ? words.noRights : rights === null ? none : name(rights)}
        {rights === null ? null : from(entry.rightsStatement !== null, (each) => each.rightsStatement !== null)}
      </dd>
      <dt>{words.recordShort}</dt>
      <dd>
        {record.length === 0 ? none : record.map(({ source, value }) => `${source} ${value}`).join(', ')}
        {record.length === 0 ? null : from(entry.recordInfo !== null, (each) => each.recordInfo !== null)}
      </dd>
    </dl>
  );
};

/** What can be done with one entry; where not, why. */
export interface EntryActions {
  readonly why: string | null;
  readonly onDelete: (entry: CombinedEntry) => void;
  readonly onTakeOut: (entry: CombinedEntry) => void;
  readonly onRights: (entry: CombinedEntry) => void;
  readonly onName: (entry: CombinedEntry) => void;
  readonly onMove: (entry: CombinedEntry) => void;
  /** Records it in the METS; null for what cannot be recorded. */
  readonly recordOne: (entry: CombinedEntry) => (() => void) | null;
  /** What is being recorded, while it is. */
  readonly recording: string | null;
}

/** Lets the browser store a file, if the workspace has it. */
export const download = async (
  depositId: string,
  { path, inWorkspace }: Pick<CombinedFileRow, 'path' | 'inWorkspace'>,
): Promise<void> => {
  if (inWorkspace === null) return;
  const { url } = await readDownload(depositId, inWorkspace.path, false);
  save(url, lastName(path));
};

/** Records one, where it is not recorded or differs from what the METS says. */
const RecordButton = ({ entry, actions }: { readonly entry: CombinedEntry; readonly actions: EntryActions }) => {
  const { deposit: words } = useWords();
  const record = actions.recordOne(entry);
  const isOpen = entry.whereabouts === 'Deposit' || (entry.kind === 'file' && entry.misMatches.length > 0);
  if (record === null || !isOpen) return null;
  return (
    <Button small why={actions.why} busy={actions.recording} onClick={record}>
      {words.recordThese}
    </Button>
  );
};

interface KnownOptions {
  readonly depositId: string;
  readonly entry: CombinedEntry;
  readonly actions: EntryActions;
}

/** What can be done with the file or folder itself. */
const EntryButtons = ({ depositId, entry, actions }: KnownOptions) => {
  const { depositFiles: words } = useWords();
  const [problem, setProblem] = useState<unknown>(null);
  return (
    <>
      {problem === null ? null : <Problem error={problem} />}
      <div className="actions">
        <RecordButton entry={entry} actions={actions} />
        <Button
          small
          look="bad"
          why={actions.why ?? (isKept(entry.path) ? words.keptHere : null)}
          onClick={() => actions.onDelete(entry)}
        >
          {entry.whereabouts === 'Mets' ? words.takeOut : words.deleteOne}
        </Button>
        <Button
          small
          keyName="F2"
          why={actions.why ?? (isMovable(entry.path) ? null : words.keptHere)}
          onClick={() => actions.onMove(entry)}
        >
          {words.moveOrRename}
        </Button>
        {entry.whereabouts === 'Both' && !isKept(entry.path) ? (
          <Button small why={actions.why} onClick={() => actions.onTakeOut(entry)}>
            {words.takeOut}
          </Button>
        ) : null}
        {entry.kind === 'file' && entry.inWorkspace !== null ? (
          <Button
            small
            look="quiet"
            onClick={() => void download(depositId, entry).then(() => setProblem(null), setProblem)}
          >
            {words.download}
          </Button>
        ) : null}
      </div>
    </>
  );
};

const Known = ({ depositId, entry, actions }: KnownOptions) => {
  const { depositFiles: words, parts } = useWords();
  const isRecorded = entry.whereabouts === 'Both' || entry.whereabouts === 'Mets';
  const why = actions.why ?? (isRecorded ? null : words.recordFirst);
  return (
    <>
      {entry.kind === 'file' && entry.virus?.found === true ? (
        <Message kind="bad">
          <p>
            <strong>{entry.virus.name ?? words.infected}</strong>
          </p>
          <p>{words.infectedWhy}</p>
        </Message>
      ) : null}
      {entry.kind === 'file' ? <Mismatches file={entry} /> : null}
      {entry.kind === 'folder' && entry.files === 0 ? <Message kind="info">{words.emptyFolder}</Message> : null}
      <EntryButtons {...{ depositId, entry, actions }} />
      {entry.kind === 'file' ? (
        <Facts file={entry} />
      ) : (
        <p className="muted">
          {parts.files(entry.files)}, <Size bytes={entry.bytes} />
        </p>
      )}
      <h3>{words.accessAndRights}</h3>
      <Terms depositId={depositId} entry={entry} />
      <div className="actions">
        <Button small why={why} onClick={() => actions.onRights(entry)}>
          {words.changeRights}
        </Button>
        <Button small look="quiet" why={why} onClick={() => actions.onName(entry)}>
          {words.changeName}
        </Button>
      </div>
      {entry.kind === 'file' && entry.inWorkspace !== null ? <Preview depositId={depositId} file={entry} /> : null}
    </>
  );
};

/** What is known of a file or folder, at the side. */
export const Details = ({
  depositId,
  path,
  actions,
  onClose,
}: {
  readonly depositId: string;
  readonly path: string;
  readonly actions: EntryActions;
  readonly onClose: () => void;
}) => {
  const { depositFiles: words } = useWords();
  const query = useQuery(entryQuery(depositId, path));
  const name = query.data?.name ?? path.slice(path.lastIndexOf('/') + 1);
  return (
    <aside className="side shown" aria-label={words.detailsOf(name)} tabIndex={-1}>
      <div className="side-head">
        <h2>{name}</h2>
        <Button
          small
          look="quiet"
          icon="x"
          aria-label={words.closeDetails}
          title={words.closeDetails}
          onClick={onClose}
        />
      </div>
      <p className="sub">{folderOf(path).split('/').join(' / ')}</p>
      <Loaded query={query} rows={4}>
        {(entry) =>
          entry === null ? (
            <Message kind="info">{words.goneEntry}</Message>
          ) : (
            <Known depositId={depositId} entry={entry} actions={actions} />
          )
        }
      </Loaded>
    </aside>
  );
};
