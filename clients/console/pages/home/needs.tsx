import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import type { operations } from '../../../api/generated/preservation.js';
import { startOfDay } from '../../api/days.js';
import type { Deposit } from '../../api/deposits.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { Mark, type MarkShape } from '../../parts/marks.js';
import { Problem } from '../../parts/feedback/messages.js';
import { Section } from '../../parts/page.js';
import { Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';

type Query = NonNullable<operations['listDeposits']['parameters']['query']>;

/** Deposits of each kind that are shown; the others are behind a link. */
const SHOWN = 3;
const THIRTY_DAYS = 30 * 86_400_000;

const useDeposits = (key: string, query: Query) =>
  useQuery({
    queryKey: ['deposits', 'home', key],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits', { params: { query: { ...query, pageSize: SHOWN } }, signal })),
  });

const longAgo = (): string => new Date(Date.now() - THIRTY_DAYS).toISOString().slice(0, 10);

/** The deposits that somebody has to do something about. */
export const useNeeds = () => {
  const infected = useDeposits('infected', { infected: true });
  const failed = useDeposits('failed', { status: 'error', showAll: true, orderBy: 'lastModified' });
  const differing = useDeposits('differing', { differing: true });
  const untouched = useDeposits('untouched', {
    lastModifiedBefore: startOfDay(longAgo()),
    orderBy: 'lastModified',
    ascending: true,
  });
  const all = [infected, failed, differing];
  const long = untouched.data?.total ?? 0;
  return {
    infected: infected.data,
    failed: failed.data,
    differing: differing.data,
    untouched: untouched.data,
    error: [...all, untouched].find(({ error }) => error !== null)?.error ?? null,
    isLoading: [...all, untouched].some(({ data }) => data === undefined),
    count: all.reduce((sum, { data }) => sum + (data?.total ?? 0), 0) + (long > 0 ? 1 : 0),
  };
};

interface NeedOptions {
  readonly shape: MarkShape;
  readonly word: string;
  readonly at: string | null;
  readonly title: string;
  readonly link: LinkProps;
  readonly why: string;
  readonly action: string;
}

const Need = ({ shape, word, at, title, link, why, action }: NeedOptions) => (
  <li className="need">
    <div>
      <Mark shape={shape}>{word}</Mark>
      <br />
      <span className="ago">
        <Time at={at} as="ago" />
      </span>
    </div>
    <div>
      <Link className="t" {...link}>
        {title}
      </Link>
      <p>{why}</p>
    </div>
    <ButtonLink small {...link}>
      {action}
    </ButtonLink>
  </li>
);

const useName = (): ((deposit: Deposit) => string) => {
  const { deposit: words } = useWords();
  return ({ archivalGroupName, id }) => archivalGroupName ?? `${words.noName} (${idOf(id)})`;
};

const OfDeposits = ({
  page,
  more,
  children,
}: {
  readonly page: ReturnType<typeof useNeeds>['infected'];
  readonly more: LinkProps;
  readonly children: (deposit: Deposit) => NeedOptions;
}) => {
  const { home: words } = useWords();
  if (page === undefined || page.total === 0) return null;
  return (
    <>
      {page.deposits.map((deposit) => (
        <Need key={deposit.id} {...children(deposit)} />
      ))}
      {page.total > page.deposits.length ? (
        <li className="li">
          <Link {...more}>{words.more(page.total - page.deposits.length)}</Link>
        </li>
      ) : null}
    </>
  );
};

/** What needs a person, worst first. */
export const Needs = ({ needs }: { readonly needs: ReturnType<typeof useNeeds> }) => {
  const { home: words } = useWords();
  const { count } = useFormats();
  const nameOf = useName();
  const to = (deposit: Deposit, show: string): LinkProps => ({
    to: '/deposits/$deposit',
    params: { deposit: idOf(deposit.id) },
    search: { show },
  });
  const [oldest] = needs.untouched?.deposits ?? [];
  return (
    <Section
      title={words.needs}
      count={needs.count === 0 ? null : count(needs.count)}
      link={<Link to="/deposits">{words.allDeposits}</Link>}
    >
      {needs.error === null ? null : <Problem error={needs.error} />}
      <ul>
        <OfDeposits page={needs.infected} more={{ to: '/deposits', search: { infected: 'true' } }}>
          {(deposit) => ({
            shape: 'inf',
            word: words.infected,
            at: deposit.lastRun?.finished ?? deposit.lastModified,
            title: nameOf(deposit),
            link: to(deposit, 'infected'),
            why: words.infectedWhy(deposit.lastRun?.infected ?? 0),
            action: words.seeFiles(deposit.lastRun?.infected ?? 0),
          })}
        </OfDeposits>
        <OfDeposits page={needs.failed} more={{ to: '/deposits', search: { status: 'error', active: 'all' } }}>
          {(deposit) => ({
            shape: 'fail',
            word: words.failed,
            at: deposit.lastModified,
            title: nameOf(deposit),
            link: { to: '/deposits/$deposit/import', params: { deposit: idOf(deposit.id) } },
            why: words.failedWhy,
            action: words.seeWhat,
          })}
        </OfDeposits>
        <OfDeposits page={needs.differing} more={{ to: '/deposits', search: { differing: 'true' } }}>
          {(deposit) => ({
            shape: 'warn',
            word: words.differs,
            at: deposit.lastRun?.finished ?? deposit.lastModified,
            title: nameOf(deposit),
            link: to(deposit, 'differs'),
            why: words.differsWhy(deposit.lastRun?.differing ?? 0),
            action: words.seeFiles(deposit.lastRun?.differing ?? 0),
          })}
        </OfDeposits>
        {oldest === undefined ? null : (
          <Need
            shape="lock"
            word={words.waitingLong}
            at={oldest.lastModified}
            title={words.untouched(needs.untouched?.total ?? 0)}
            link={{ to: '/deposits', search: { 'changed-before': longAgo(), sort: 'lastModified' } }}
            why={words.oldest(nameOf(oldest))}
            action={words.listThem}
          />
        )}
      </ul>
      {needs.count === 0 && !needs.isLoading ? <p className="muted">{words.nothingNeeds}</p> : null}
    </Section>
  );
};
