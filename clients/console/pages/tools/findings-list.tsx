import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { findingsQuery, type Finding, type FindingKind, type Findings } from '../../api/runs.js';
import { pageIn } from '../../frame/search-texts.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { SmallSelect } from '../../parts/controls/field.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Empty, Message } from '../../parts/feedback/messages.js';
import { Section } from '../../parts/page.js';
import { Pager } from '../../parts/controls/pager.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { useFormats, useWords } from '../../words/language.js';
import { BAG_HEIGHT, BAG_WIDTHS, BagToolbar, useBagColumns } from './bag-findings.js';
import { DeleteFile } from './delete-file.js';
import { isOfBag, KindMark } from './kind-counts.js';

/** Findings on a page of the interface. */
const PAGE = 50;

const File = ({ path }: { readonly path: string }) => {
  const cut = path.lastIndexOf('/');
  return (
    <div>
      <span className="t">{path.slice(cut + 1)}</span>
      <div className="path">{path.slice(0, Math.max(0, cut)).replaceAll('/', ' / ')}</div>
    </div>
  );
};

const Action = ({ depositId, finding }: { readonly depositId: string; readonly finding: Finding }) => {
  const { tools: words } = useWords();
  const { kind, path } = finding;
  return (
    <>
      {kind === 'infected' ? <DeleteFile depositId={depositId} path={path} /> : null}
      <ButtonLink small look="quiet" to="/deposits/$deposit" params={{ deposit: depositId }} search={{ at: path }}>
        {words.show}
      </ButtonLink>
    </>
  );
};

const useColumns = (depositId: string): readonly Column<Finding>[] => {
  const { tools: words } = useWords();
  return [
    { key: 'file', head: words.file, of: 'name', cell: ({ path }) => <File path={path} /> },
    { key: 'finding', head: words.finding, cell: ({ kind }) => <KindMark kind={kind} /> },
    {
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
    },
    {
      key: 'do',
      head: <span className="sr">{words.show}</span>,
      of: 'acts r',
      cell: (finding) => <Action depositId={depositId} finding={finding} />,
    },
  ];
};

const WIDTHS = 'minmax(200px,1fr) 132px minmax(220px,1.5fr) 170px';

interface FoundOptions {
  readonly depositId: string;
  readonly run: string;
  readonly all: Findings;
}

/** What narrows the findings of files: the finding, and the format. */
const Narrow = ({
  all,
  kind,
  format,
  onShow,
}: Pick<FoundOptions, 'all'> & {
  readonly kind: FindingKind | undefined;
  readonly format: string | undefined;
  readonly onShow: (next: Shown) => void;
}) => {
  const { tools: words } = useWords();
  const { count } = useFormats();
  return (
    <>
      <SmallSelect
        label={words.kind}
        value={format === undefined ? (kind ?? '') : 'identified'}
        options={[
          { value: '', label: words.everyKind },
          ...all.counts.map((each) => ({
            value: each.kind,
            label: `${words.kinds[each.kind]} (${count(each.files)})`,
          })),
        ]}
        onChange={(value) => onShow({ show: value })}
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
          onChange={(value) => onShow(value === '' ? {} : { show: 'identified', format: value })}
        />
      )}
    </>
  );
};

/** What the address says is shown. */
interface Shown {
  readonly show?: string;
  readonly format?: string;
  readonly page?: string;
}

/** What a run found of single files, or of a bag, by 50, narrowed by finding and format. */
export const FindingsList = ({ depositId, run, all }: FoundOptions) => {
  const { tools: words } = useWords();
  const { count } = useFormats();
  const search = useSearch({ from: '/inside/deposits/$deposit/tools/$run' });
  const navigate = useNavigate();
  const kind = all.counts.find((each) => each.kind === search.show)?.kind;
  const { format } = search;
  const page = pageIn(search);
  const asked = format === undefined ? (kind === undefined ? {} : { kind }) : { kind: 'identified' as const, format };
  const query = useQuery({
    ...findingsQuery(depositId, run, { ...asked, page }),
    placeholderData: keepPreviousData,
  });
  const onShow = (next: Shown): void => void navigate({ to: '.', search: next, resetScroll: false });
  const isBag = isOfBag(all);
  const ofFiles = useColumns(depositId);
  const ofBag = useBagColumns(depositId);
  const isNarrow = kind !== undefined || format !== undefined;
  return (
    <Section
      title={
        isBag ? words.bagFindings : format !== undefined || kind === 'identified' ? words.identified : words.findings
      }
      count={query.data === undefined ? null : count(query.data.total)}
    >
      <div className="toolbar">
        {isBag ? (
          <BagToolbar depositId={depositId} run={run} all={all} kind={kind} onShow={(show) => onShow({ show })} />
        ) : (
          <Narrow all={all} kind={kind} format={format} onShow={onShow} />
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
                label={isBag ? words.bagFindings : words.findings}
                rows={findings}
                keyOf={({ path, kind: of }, index) => `${of} ${path} ${index}`}
                widths={isBag ? BAG_WIDTHS : WIDTHS}
                height={isBag ? BAG_HEIGHT : 58}
                columns={isBag ? ofBag : ofFiles}
                attributes={() => (isBag ? { style: { minHeight: BAG_HEIGHT } } : { className: 'lines' })}
              />
              {total > PAGE ? (
                <Pager
                  page={page}
                  pageSize={PAGE}
                  total={total}
                  onPage={(next) => onShow({ ...search, page: `${next}` })}
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
