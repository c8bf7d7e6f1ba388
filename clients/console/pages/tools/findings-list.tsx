import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { findingsQuery, type Finding, type FindingKind, type Findings } from '../../api/runs.js';
import { pageIn } from '../../frame/search-texts.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { SmallSelect } from '../../parts/controls/field.js';
import { Loaded } from '../../parts/loading.js';
import { Empty, Message } from '../../parts/messages.js';
import { Section } from '../../parts/page.js';
import { Pager } from '../../parts/controls/pager.js';
import { Rows, type Column } from '../../parts/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import { DeleteFile } from './delete-file.js';
import { isOfBag, KindMark } from './kind-counts.js';

/** Findings on a page of the interface. */
const PAGE = 50;

const File = ({ path }: { readonly path: string }) => {
  const { tools: words } = useWords();
  const cut = path.lastIndexOf('/');
  return (
    <div>
      <span className="t">{path === '' ? words.wholeBag : path.slice(cut + 1)}</span>
      <div className="path">{path.slice(0, Math.max(0, cut)).replaceAll('/', ' / ')}</div>
    </div>
  );
};

const Digest = ({ of }: { readonly of: Finding['expected'] }) => {
  const { tools: words } = useWords();
  return of === null ? (
    <span className="muted">{words.nothing}</span>
  ) : (
    <span className="digest soft" title={`${of.algorithm} ${of.digest}`}>
      {of.digest.slice(0, 12)}…
    </span>
  );
};

const Action = ({ depositId, finding }: { readonly depositId: string; readonly finding: Finding }) => {
  const { tools: words } = useWords();
  const { kind, path } = finding;
  const params = { deposit: depositId };
  if (kind === 'missing' || kind === 'wrong')
    return (
      <ButtonLink small to="/deposits/$deposit/upload" params={params}>
        {words.upload}
      </ButtonLink>
    );
  if (path === '') return null;
  return (
    <>
      {kind === 'infected' ? <DeleteFile depositId={depositId} path={path} /> : null}
      <ButtonLink small look="quiet" to="/deposits/$deposit" params={params} search={{ at: path }}>
        {words.show}
      </ButtonLink>
    </>
  );
};

const useColumns = (depositId: string, isBag: boolean): readonly Column<Finding>[] => {
  const { tools: words } = useWords();
  const means: Column<Finding> = {
    key: 'means',
    head: words.means,
    of: 'wrap',
    cell: ({ kind, reason, format, puid }) => (
      <span className="soft">
        {kind === 'identified' ? (
          <>
            {format} <span className="id">{puid}</span>
          </>
        ) : (
          words.meaning[kind](reason)
        )}
      </span>
    ),
  };
  return [
    { key: 'file', head: words.file, of: 'name', cell: ({ path }) => <File path={path} /> },
    { key: 'finding', head: words.finding, cell: ({ kind }) => <KindMark kind={kind} /> },
    means,
    ...(isBag
      ? ([
          { key: 'says', head: words.says, cell: ({ expected }) => <Digest of={expected} /> },
          { key: 'found', head: words.isFound, cell: ({ found }) => <Digest of={found} /> },
        ] satisfies readonly Column<Finding>[])
      : []),
    {
      key: 'do',
      head: <span className="sr">{words.show}</span>,
      of: 'acts r',
      cell: (finding) => <Action depositId={depositId} finding={finding} />,
    },
  ];
};

const WIDTHS = 'minmax(200px,1fr) 132px minmax(220px,1.5fr) 170px';
const BAG_WIDTHS = 'minmax(200px,1.2fr) 122px minmax(180px,1fr) 120px 120px 110px';

/** What a run found of single files, by 50, narrowed by finding and format. */
export const FindingsList = ({
  depositId,
  run,
  all,
}: {
  readonly depositId: string;
  readonly run: string;
  readonly all: Findings;
}) => {
  const { tools: words } = useWords();
  const { count } = useFormats();
  const search = useSearch({ from: '/inside/deposits/$deposit/tools/$run' });
  const navigate = useNavigate();
  const kind = all.counts.find((each) => each.kind === search.show)?.kind;
  const format = search.format;
  const page = pageIn(search);
  const asked = format === undefined ? (kind === undefined ? {} : { kind }) : { kind: 'identified' as const, format };
  const query = useQuery({
    ...findingsQuery(depositId, run, { ...asked, page }),
    placeholderData: keepPreviousData,
  });
  const show = (next: { readonly show?: string; readonly format?: string; readonly page?: string }): void =>
    void navigate({ to: '.', search: next, resetScroll: false });
  const isBag = isOfBag(all);
  const columns = useColumns(depositId, isBag);
  const kindOption = (each: { readonly kind: FindingKind; readonly files: number }) => ({
    value: each.kind,
    label: `${words.kinds[each.kind]} (${count(each.files)})`,
  });
  const isNarrow = kind !== undefined || format !== undefined;
  return (
    <Section
      title={format !== undefined || kind === 'identified' ? words.identified : words.findings}
      count={query.data === undefined ? null : count(query.data.total)}
    >
      <div className="toolbar">
        <SmallSelect
          label={words.kind}
          value={format === undefined ? (kind ?? '') : 'identified'}
          options={[{ value: '', label: words.everyKind }, ...all.counts.map(kindOption)]}
          onChange={(value) => show({ show: value })}
        />
        {all.formats.length === 0 ? null : (
          <SmallSelect
            label={words.format}
            value={format ?? ''}
            options={[
              { value: '', label: words.everyFormat },
              ...all.formats.map(({ puid, name, files }) => ({
                value: puid,
                label: `${name ?? puid} (${count(files)})`,
              })),
            ]}
            onChange={(value) => show(value === '' ? {} : { show: 'identified', format: value })}
          />
        )}
      </div>
      <Loaded query={query}>
        {({ findings, total }) =>
          total === 0 ? (
            <Empty title={isNarrow ? words.noneSo : words.nothingFound}>
              <p>{isNarrow ? words.noneSoWhy : words.nothingFoundWhy}</p>
            </Empty>
          ) : (
            <>
              <Rows<Finding>
                label={words.findings}
                rows={findings}
                keyOf={({ path, kind: of }) => `${of} ${path}`}
                widths={isBag ? BAG_WIDTHS : WIDTHS}
                height={58}
                columns={columns}
                attributes={() => ({ className: 'lines' })}
              />
              {total > PAGE ? (
                <Pager
                  page={page}
                  pageSize={PAGE}
                  total={total}
                  onPage={(next) => show({ ...search, page: `${next}` })}
                />
              ) : null}
            </>
          )
        }
      </Loaded>
      {all.leftOut === 0 ? null : (
        <Message kind="info">
          <p>{words.leftOut(all.leftOut)}</p>
        </Message>
      )}
    </Section>
  );
};
