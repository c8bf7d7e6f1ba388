import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { escapePath, lastName, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { saveCsv } from '../../../api/downloads.js';
import {
  numberOfVersion,
  readChanges,
  versionQuery,
  versionsBetweenQuery,
  type ChangeKind,
  type ChangeListing,
} from '../../../api/versions.js';
import { pageIn } from '../../../frame/search-texts.js';
import { Button, Switch } from '../../../parts/controls/button.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Empty, Problem } from '../../../parts/feedback/messages.js';
import { Page } from '../../../parts/page.js';
import { Pager } from '../../../parts/controls/pager.js';
import { Sign } from '../../../parts/sign.js';
import { Size } from '../../../parts/values.js';
import { useFormats, useWords } from '../../../words/language.js';
import { Differences } from './differences.js';
import { crumbsAbove, crumbTo } from '../../../parts/repository-crumbs.js';
import { useRepositorySearch, useShow } from '../search.js';
import { VersionField } from '../group/version-field.js';

const KINDS = ['added', 'changed', 'renamed', 'deleted'] as const satisfies readonly ChangeKind[];

/** Folders on a page. */
const FOLDERS = 20;

const Counts = ({ counts }: { readonly counts: ChangeListing['counts'] }) => {
  const { repository: words } = useWords();
  const { count } = useFormats();
  return (
    <ul className="counts">
      {KINDS.map((kind) => (
        <li key={kind}>
          <div className="k">
            <Sign kind={kind} />
            {words.changeKinds[kind]}
          </div>
          <div className="n">{count(counts[kind].files)}</div>
          <div className="s">
            {kind === 'renamed' && counts[kind].files > 0 ? words.sameBytes : <Size bytes={counts[kind].bytes} />}
          </div>
        </li>
      ))}
    </ul>
  );
};

const Inside = ({ path, listing }: { readonly path: RepositoryPath; readonly listing: ChangeListing }) => {
  const { repository: words } = useWords();
  const { count } = useFormats();
  const search = useRepositorySearch();
  const show = useShow();
  const { counts, same, from, to, folders = [] } = listing;
  const [fromLabel, toLabel] = [`v${from}`, `v${to}`];
  const kind = KINDS.find((each) => each === search.show);
  const all = KINDS.reduce((sum, each) => sum + counts[each].files, 0);
  const csv = useMutation({
    mutationFn: () => {
      const query = new URLSearchParams({ from: fromLabel, to: toLabel, ...(kind === undefined ? {} : { kind }) });
      return saveCsv(
        `/changes/${escapePath(path)}?${query.toString()}`,
        `${path.replaceAll('/', '-')}-${fromLabel}-${toLabel}.csv`,
      );
    },
  });
  const options = [
    {
      value: 'all' as const,
      label: (
        <>
          {words.all} <span className="muted">{count(all)}</span>
        </>
      ),
    },
    ...KINDS.map((value) => ({
      value,
      label: (
        <>
          <Sign kind={value} />
          {words.changeKinds[value]}
        </>
      ),
    })),
  ];
  return (
    <>
      <Counts counts={counts} />
      <div className="toolbar">
        <Switch
          label={words.show}
          value={kind ?? 'all'}
          options={options}
          onChange={(next) => show({ ...search, show: next === 'all' ? '' : next, page: '' })}
        />
        <span className="grow" />
        <span className="soft wide">{words.sameFiles(same)}</span>
        <Button
          small
          look="quiet"
          icon="save"
          busy={csv.isPending ? words.makingCsv : null}
          onClick={() => csv.mutate()}
        >
          {words.csv}
        </Button>
      </div>
      {csv.error === null ? null : <Problem error={csv.error} />}
      {folders.length === 0 ? (
        <Empty title={all === 0 ? words.noDifference : words.noneOfKind}>
          <p>{words.sameFiles(same)}</p>
        </Empty>
      ) : (
        <>
          <Differences path={path} from={fromLabel} to={toLabel} folders={folders} kind={kind ?? null} />
          <Pager
            page={pageIn(search)}
            pageSize={FOLDERS}
            total={listing.total}
            onPage={(page) => show({ ...search, page: `${page}` }, true)}
          />
        </>
      )}
    </>
  );
};

/** The versions that the address names, such as `v3..v9`; without a second one the newest is meant. */
const versionsIn = (compare: string): readonly [string, string] => {
  const [from = '', to = ''] = compare.split('..');
  return [from, to];
};

/** How many versions changed what is shown, and between which times. */
const Between = ({ path, from, to }: { readonly path: RepositoryPath; readonly from: string; readonly to: string }) => {
  const { repository: words } = useWords();
  const { when } = useFormats();
  const numbers = [numberOfVersion(from) ?? 0, numberOfVersion(to) ?? 0].toSorted((one, other) => one - other);
  const [older = 0, newer = 0] = numbers;
  const first = useQuery(versionsBetweenQuery(path, older, older)).data?.[0];
  const last = useQuery(versionsBetweenQuery(path, newer, newer)).data?.[0];
  if (first === undefined || last === undefined || older === newer) return null;
  return <span>{words.comparedFacts(newer - older, when(first.made), when(last.made))}</span>;
};

/** Two versions of a group, compared by folder. */
export const ComparePage = ({
  path,
  name,
  compare,
}: {
  readonly path: RepositoryPath;
  readonly name: string;
  readonly compare: string;
}) => {
  const { repository: words } = useWords();
  const navigate = useNavigate();
  const search = useRepositorySearch();
  const newest = useQuery(versionQuery(path, undefined));
  const [from, to] = versionsIn(compare);
  const kind = KINDS.find((each) => each === search.show);
  const page = pageIn(search);
  const asked = {
    from,
    to,
    by: 'folder' as const,
    offset: (page - 1) * FOLDERS,
    limit: FOLDERS,
    ...(kind === undefined ? {} : { kind }),
  };
  const query = useQuery({
    queryKey: ['repository', 'changes', path, asked],
    queryFn: ({ signal }) => readChanges(path, asked, signal),
    placeholderData: keepPreviousData,
  });
  const choose = (next: readonly [string, string]): void =>
    void navigate({ to: '/repository/$', params: { _splat: path }, search: { compare: next.join('..') } });
  const head = newest.data?.head;
  return (
    <Page
      title={words.comparedTitle(name, from, to)}
      facts={<Between path={path} from={from} to={to} />}
      crumbs={[
        ...crumbsAbove(path, words.title),
        crumbTo(path, lastName(path), to === `v${head}` ? {} : { version: to }),
        { label: words.compare },
      ]}
      actions={
        head === undefined ? null : (
          <>
            <VersionField path={path} head={head} label={words.older} value={from} onChange={(v) => choose([v, to])} />
            <Button icon="swap" aria-label={words.exchange} title={words.exchange} onClick={() => choose([to, from])} />
            <VersionField path={path} head={head} label={words.newer} value={to} onChange={(v) => choose([from, v])} />
          </>
        )
      }
    >
      <Loaded query={query}>{(listing) => <Inside path={path} listing={listing} />}</Loaded>
    </Page>
  );
};
