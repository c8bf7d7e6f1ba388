import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { isSignedOut } from './api/queries.js';
import { BASE } from './api/services.js';
import { sessionQuery } from './api/session.js';
import { Frame } from './frame/frame.js';
import { FailedPage, NoSuchPage } from './frame/other-pages.js';
import { parseSearch, searchTexts, stringifySearch } from './frame/search-texts.js';

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  errorComponent: FailedPage,
});

/** Every page but the one to sign in is one of somebody who may work here. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    await context.queryClient.query({ ...sessionQuery, staleTime: 'static' }).catch((error: unknown) => {
      if (isSignedOut(error)) redirect({ to: '/sign-in', search: { back: location.publicHref }, throw: true });
      throw error;
    });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: searchTexts('back', 'problem', 'number'),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.js'), 'SignInPage'),
});

/** Whatever is no other page; where one can go stays around it. */
const noSuchPage = createRoute({
  getParentRoute: () => inside,
  path: '$',
  component: NoSuchPage,
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-page.js'), 'HomePage'),
});

const deposits = createRoute({
  getParentRoute: () => inside,
  path: '/deposits',
  validateSearch: searchTexts(
    'view',
    'status',
    'created-by',
    'created-after',
    'created-before',
    'changed-by',
    'changed-after',
    'changed-before',
    'preserved-by',
    'preserved-after',
    'preserved-before',
    'exported-by',
    'exported-after',
    'exported-before',
    'group',
    'under',
    'active',
    'archived',
    'running',
    'infected',
    'differing',
    'unrecorded',
    'unidentified',
    'sort',
    'page',
    'size',
    'columns',
  ),
  component: lazyRouteComponent(() => import('./pages/deposits/deposits-page.js'), 'DepositsPage'),
});

const newDeposit = createRoute({
  getParentRoute: () => inside,
  path: '/deposits/new',
  validateSearch: searchTexts('under', 'from'),
  component: lazyRouteComponent(() => import('./pages/deposits/new-deposit-page.js'), 'NewDepositPage'),
});

/** What the pages of a deposit have in common: its head, steps and tabs. */
const deposit = createRoute({
  getParentRoute: () => inside,
  path: '/deposits/$deposit',
  component: lazyRouteComponent(() => import('./pages/deposit/deposit-page.js'), 'DepositPage'),
});

const depositFiles = createRoute({
  getParentRoute: () => deposit,
  path: '/',
  validateSearch: searchTexts('open', 'at', 'show', 'name'),
  component: lazyRouteComponent(() => import('./pages/deposit/files-tab.js'), 'FilesTab'),
});

const upload = createRoute({
  getParentRoute: () => deposit,
  path: '/upload',
  component: lazyRouteComponent(() => import('./pages/upload/upload-tab.js'), 'UploadTab'),
});

const importPreview = createRoute({
  getParentRoute: () => deposit,
  path: '/import',
  validateSearch: searchTexts('show', 'incomplete'),
  component: lazyRouteComponent(() => import('./pages/import/import-tab.js'), 'ImportTab'),
});

const importResult = createRoute({
  getParentRoute: () => deposit,
  path: '/import/$result',
  component: lazyRouteComponent(() => import('./pages/import/result-tab.js'), 'ResultTab'),
});

const tools = createRoute({
  getParentRoute: () => deposit,
  path: '/tools',
  component: lazyRouteComponent(() => import('./pages/tools/tools-tab.js'), 'ToolsTab'),
});

const toolsRun = createRoute({
  getParentRoute: () => deposit,
  path: '/tools/$run',
  validateSearch: searchTexts('show', 'format', 'page'),
  component: lazyRouteComponent(() => import('./pages/tools/run-tab.js'), 'RunTab'),
});

const depositViewer = createRoute({
  getParentRoute: () => deposit,
  path: '/structure',
  validateSearch: searchTexts('page', 't', 'show'),
  component: lazyRouteComponent(() => import('./pages/viewer/deposit-viewer-tab.js'), 'DepositViewerTab'),
});

const arrange = createRoute({
  getParentRoute: () => deposit,
  path: '/structure/arrange',
  validateSearch: searchTexts('range'),
  component: lazyRouteComponent(() => import('./pages/structure/structure-tab.js'), 'StructureTab'),
});

const mets = createRoute({
  getParentRoute: () => deposit,
  path: '/mets',
  validateSearch: searchTexts('find'),
  component: lazyRouteComponent(() => import('./pages/mets/mets-tab.js'), 'MetsTab'),
});

const depositHistory = createRoute({
  getParentRoute: () => deposit,
  path: '/history',
  validateSearch: searchTexts('by', 'each'),
  component: lazyRouteComponent(() => import('./pages/activity/deposit-history-tab.js'), 'DepositHistoryTab'),
});

/**
 * A container, an archival group, or a folder or file in one. Its path is that of the repository; what is shown of it is
 * in the query, since any name may be a file's.
 */
const repository = createRoute({
  getParentRoute: () => inside,
  path: '/repository/$',
  validateSearch: searchTexts(
    'view',
    'version',
    'open',
    'compare',
    'show',
    'name',
    'format',
    'page',
    't',
    'by',
    'each',
  ),
  component: lazyRouteComponent(() => import('./pages/repository/repository-page.js'), 'RepositoryPage'),
});

const jobs = createRoute({
  getParentRoute: () => inside,
  path: '/jobs',
  validateSearch: searchTexts('state', 'kind', 'agent', 'from', 'to', 'group', 'deposit', 'sort', 'page'),
  component: lazyRouteComponent(() => import('./pages/jobs/jobs-page.js'), 'JobsPage'),
});

const job = createRoute({
  getParentRoute: () => inside,
  path: '/jobs/$job',
  component: lazyRouteComponent(() => import('./pages/jobs/job-page.js'), 'JobPage'),
});

const activity = createRoute({
  getParentRoute: () => inside,
  path: '/activity',
  validateSearch: searchTexts('by', 'each', 'day', 'stream', 'page'),
  component: lazyRouteComponent(() => import('./pages/activity/activity-page.js'), 'ActivityPage'),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: searchTexts('q', 'in', 'page'),
  component: lazyRouteComponent(() => import('./pages/search/search-page.js'), 'SearchPage'),
});

const system = createRoute({
  getParentRoute: () => inside,
  path: '/system',
  component: lazyRouteComponent(() => import('./pages/system/system-page.js'), 'SystemPage'),
});

const ofDeposit = deposit.addChildren([
  depositFiles,
  upload,
  importPreview,
  importResult,
  tools,
  toolsRun,
  depositViewer,
  arrange,
  mets,
  depositHistory,
]);

const tree = root.addChildren([
  signIn,
  inside.addChildren([
    home,
    deposits,
    newDeposit,
    ofDeposit,
    repository,
    jobs,
    job,
    activity,
    search,
    system,
    noSuchPage,
  ]),
]);

export const routerOf = (queryClient: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: BASE,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerOf>;
  }
}
