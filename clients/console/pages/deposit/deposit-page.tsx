import { Suspense } from 'react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { depositCountsQuery, depositQuery, type Deposit } from '../../api/deposits.js';
import { ApiFault } from '../../../api/api-fault.js';
import { idOf, pathOf } from '../../api/identifiers.js';
import { useSession } from '../../api/session.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { DepositState } from '../../parts/deposit-state.js';
import { useKeys } from '../../parts/keys.js';
import { Loaded, Loading } from '../../parts/feedback/loading.js';
import { Mark } from '../../parts/marks.js';
import { Page, Tabs } from '../../parts/page.js';
import { Time } from '../../parts/values.js';
import { useUpload } from '../../uploads/use-uploads.js';
import { useFormats, useWords } from '../../words/language.js';
import { DepositMenu } from './menu/deposit-menu.js';
import { Lock } from './lock.js';
import { Steps } from './steps.js';

const Place = ({ deposit }: { readonly deposit: Deposit }) => {
  const { deposit: words } = useWords();
  if (deposit.archivalGroup === null) return <span className="muted">{words.noPlace}</span>;
  const path = pathOf(deposit.archivalGroup);
  return (
    <span>
      {words.for}{' '}
      <Link to="/repository/$" params={{ _splat: path }}>
        {path}
      </Link>
      {deposit.archivalGroupExists ? null : `, ${words.notYetThere}`}
    </span>
  );
};

const Facts = ({ deposit }: { readonly deposit: Deposit }) => {
  const { deposit: words } = useWords();
  const { when } = useFormats();
  const { agent } = useSession();
  const holder = deposit.lockedBy === null ? null : idOf(deposit.lockedBy);
  const since = deposit.lockDate === null ? '' : when(deposit.lockDate);
  return (
    <>
      <span>
        <DepositState status={deposit.status} />
      </span>
      {deposit.layout === 'BagIt' ? <span>{words.isBag}</span> : null}
      <Place deposit={deposit} />
      {holder === null ? null : (
        <span>
          <Mark shape="lock">{holder === agent ? words.lockedByYou(since) : words.lockedBy(holder, since)}</Mark>
        </span>
      )}
      <span className="wide">
        {words.created} <Time at={deposit.created} />{' '}
        {deposit.createdBy === null ? null : words.createdBy(idOf(deposit.createdBy))}
      </span>
    </>
  );
};

/** The tab that is shown. */
const useTab = (depositId: string): string => {
  const { pathname } = useRouterState({ select: ({ location }) => location });
  const tab = pathname.slice(pathname.indexOf(depositId) + depositId.length).split('/')[1] ?? '';
  return tab === '' ? 'files' : tab;
};

const DepositTabs = ({ depositId, current }: { readonly depositId: string; readonly current: string }) => {
  const { deposit: words } = useWords();
  const { count } = useFormats();
  const { data } = useQuery(depositCountsQuery(depositId));
  const params = { deposit: depositId };
  const upload = useUpload(depositId)?.view;
  const left = upload === undefined ? 0 : upload.counts.going + upload.counts.waiting;
  const files = data?.folder.files;
  return (
    <Tabs
      label={words.views}
      current={current}
      tabs={[
        {
          key: 'files',
          label: words.tabs.files,
          count: files === undefined ? null : count(files),
          link: { to: '/deposits/$deposit', params },
        },
        {
          key: 'upload',
          label: words.tabs.upload,
          count: left === 0 ? null : count(left),
          link: { to: '/deposits/$deposit/upload', params },
        },
        { key: 'import', label: words.tabs.import, link: { to: '/deposits/$deposit/import', params } },
        { key: 'tools', label: words.tabs.tools, link: { to: '/deposits/$deposit/tools', params } },
        { key: 'structure', label: words.tabs.structure, link: { to: '/deposits/$deposit/structure', params } },
        { key: 'mets', label: words.tabs.mets, link: { to: '/deposits/$deposit/mets', params } },
        { key: 'history', label: words.tabs.history, link: { to: '/deposits/$deposit/history', params } },
      ]}
    />
  );
};

const Inside = ({ deposit }: { readonly deposit: Deposit }) => {
  const { deposit: words } = useWords();
  const navigate = useNavigate();
  const depositId = idOf(deposit.id);
  const params = { deposit: depositId };
  const tab = useTab(depositId);
  useKeys({
    u: () => void navigate({ to: '/deposits/$deposit/upload', params }),
    i: () => void navigate({ to: '/deposits/$deposit/import', params }),
  });
  const title = deposit.archivalGroupName ?? words.noName;
  return (
    <Page
      title={title}
      crumbs={[{ label: words.deposits, link: { to: '/deposits' } }, { label: depositId }]}
      facts={<Facts deposit={deposit} />}
      actions={
        <>
          {deposit.active && tab === 'files' ? (
            <ButtonLink icon="plus" keyName="U" to="/deposits/$deposit/upload" params={params}>
              {words.addFiles}
            </ButtonLink>
          ) : null}
          {deposit.active ? <Lock deposit={deposit} /> : null}
          <DepositMenu deposit={deposit} />
        </>
      }
    >
      {tab === 'files' ? <Steps deposit={deposit} /> : null}
      <DepositTabs depositId={depositId} current={tab} />
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </Page>
  );
};

/** A deposit that is not there, or no longer. */
const NoSuchDeposit = ({ depositId }: { readonly depositId: string }) => {
  const { deposit: words } = useWords();
  return (
    <Page title={words.noSuch(depositId)}>
      <p className="soft">{words.noSuchWhy}</p>
      <div className="actions" style={{ marginTop: 16 }}>
        <ButtonLink to="/deposits">{words.allDeposits}</ButtonLink>
        <ButtonLink look="quiet" to="/search" search={{ q: depositId }}>
          {words.searchFor(depositId)}
        </ButtonLink>
      </div>
    </Page>
  );
};

/** What the pages of a deposit have in common: its head, its steps and its tabs. */
export const DepositPage = () => {
  const { deposit: depositId } = useParams({ from: '/inside/deposits/$deposit' });
  const query = useQuery(depositQuery(depositId));
  if (query.data !== undefined) return <Inside deposit={query.data} />;
  if (query.error instanceof ApiFault && query.error.status === 404) return <NoSuchDeposit depositId={depositId} />;
  return (
    <main id="main">
      <Loaded query={query}>{() => null}</Loaded>
    </main>
  );
};

/** The deposit of the page around a tab. */
export const useDeposit = (): Deposit => {
  const { deposit: depositId } = useParams({ from: '/inside/deposits/$deposit' });
  return useSuspenseQuery(depositQuery(depositId)).data;
};
