import { useMutation } from '@tanstack/react-query';
import { saveRecords } from '../../api/downloads.js';
import { readFindings, type Finding, type FindingKind, type Findings } from '../../api/runs.js';
import { Button, ButtonLink, Switch } from '../../parts/controls/button.js';
import { Message, Problem } from '../../parts/feedback/messages.js';
import type { Column } from '../../parts/lists/rows.js';
import { MiddleCut } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';
import { DeleteFile } from './delete-file.js';
import { filesOf, KindMark } from './kind-counts.js';

export const BAG_WIDTHS = 'minmax(220px,1.4fr) 112px minmax(120px,.7fr) minmax(120px,.7fr) 190px';
export const BAG_HEIGHT = 38;

const PAYLOAD = 'data/';

/** The path of a file of the payload as the deposit has it, which is below `data`. */
const inDeposit = (path: string): string => (path.startsWith(PAYLOAD) ? path.slice(PAYLOAD.length) : path);

/** How many files are missing, wrong or not listed, and what that means. */
export const BagMessage = ({ findings }: { readonly findings: Findings }) => {
  const { tools: words } = useWords();
  return (
    <Message kind="bad">
      <p>
        <strong>
          {words.bag(filesOf(findings, 'missing'), filesOf(findings, 'wrong'), filesOf(findings, 'not-listed'))}
        </strong>
      </p>
      <p>{words.bagWhy}</p>
    </Message>
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
        {kind === 'missing' ? words.upload : words.uploadAgain}
      </ButtonLink>
    );
  if (kind !== 'not-listed') return null;
  return (
    <>
      <ButtonLink small look="quiet" to="/deposits/$deposit" params={params} search={{ at: inDeposit(path) }}>
        {words.show}
      </ButtonLink>
      <DeleteFile depositId={depositId} path={inDeposit(path)} />
    </>
  );
};

/** What is wrong with the bag itself has a reason in the place of two digests. */
export const useBagColumns = (depositId: string): readonly Column<Finding>[] => {
  const { tools: words } = useWords();
  return [
    {
      key: 'file',
      head: words.file,
      of: 'name',
      cell: ({ path }) => <MiddleCut name={path === '' ? words.wholeBag : path} />,
    },
    {
      key: 'finding',
      head: words.finding,
      cell: ({ kind, reason }) => (
        <span title={words.meaning[kind](reason)}>
          <KindMark kind={kind} />
        </span>
      ),
    },
    {
      key: 'says',
      head: words.says,
      of: 'over',
      cell: ({ kind, reason, expected }) =>
        kind === 'bag' ? <span className="soft">{reason}</span> : <Digest of={expected} />,
    },
    {
      key: 'found',
      head: words.isFound,
      cell: ({ kind, found }) => (kind === 'bag' ? null : <Digest of={found} />),
    },
    {
      key: 'do',
      head: <span className="sr">{words.show}</span>,
      of: 'acts r',
      cell: (finding) => <Action depositId={depositId} finding={finding} />,
    },
  ];
};

const COLUMNS = ['path', 'finding', 'expected', 'found', 'reason'] as const;

const digestOf = (of: Finding['expected']): string | null => (of === null ? null : `${of.algorithm}:${of.digest}`);

/** All findings of a run, page by page. */
const records = async function* (
  depositId: string,
  run: string,
): AsyncGenerator<readonly (readonly (string | null)[])[]> {
  yield [COLUMNS];
  for (let page = 1, left = true; left; page += 1) {
    const { findings, total, pageSize } = await readFindings(depositId, run, { page });
    yield findings.map(({ path, kind, expected, found, reason }) => [
      path,
      kind,
      digestOf(expected),
      digestOf(found),
      reason,
    ]);
    left = page * pageSize < total;
  }
};

type Narrowed = '' | FindingKind;

/** The findings of a bag by their kind, and the list of all for whom it came from. */
export const BagToolbar = ({
  depositId,
  run,
  all,
  kind,
  onShow,
}: {
  readonly depositId: string;
  readonly run: string;
  readonly all: Findings;
  readonly kind: FindingKind | undefined;
  readonly onShow: (kind: Narrowed) => void;
}) => {
  const { tools: words, parts } = useWords();
  const { count } = useFormats();
  const list = useMutation({
    mutationFn: () => saveRecords(records(depositId, run), `${depositId}-bag.csv`),
  });
  const option = (value: Narrowed, label: string, files: number) => ({
    value,
    label: (
      <>
        {label} <span className="muted">{count(files)}</span>
      </>
    ),
  });
  const kinds = all.counts.map((each) => option(each.kind, words.kinds[each.kind], each.files));
  const total = all.counts.reduce((sum, { files }) => sum + files, 0);
  return (
    <>
      <Switch<Narrowed>
        label={words.kind}
        value={kind ?? ''}
        options={[option('', words.all, total), ...kinds]}
        onChange={onShow}
      />
      <span className="grow" />
      <Button small icon="save" busy={list.isPending ? parts.makingCsv : null} onClick={() => list.mutate()}>
        {words.forSender}
      </Button>
      {list.error === null ? null : <Problem error={list.error} />}
    </>
  );
};
