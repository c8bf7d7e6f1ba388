import { Suspense, useRef, useState, type SubmitEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../api/data-of.js';
import { useLiveEvents } from '../api/live.js';
import { preservation } from '../api/services.js';
import { useSession } from '../api/session.js';
import { Icon } from '../parts/icon.js';
import { useKeys, useLeavingFields } from '../parts/keys.js';
import { Loading } from '../parts/feedback/loading.js';
import { Sprite } from '../parts/sprite.js';
import { Toasts } from '../parts/feedback/toasts.js';
import { useFormats, useWords } from '../words/language.js';
import { KeysDialog } from './keys-dialog.js';
import { LockQuestion } from './lock-question.js';
import { PersonMenu } from './person-menu.js';
import { switchTheme } from './theme.js';
import { SignedOutNotice, UploadLinks } from './uploads.js';

/** Jobs that run now, for the number beside their page. */
const useRunningJobs = (): number => {
  const { data } = useQuery({
    queryKey: ['jobs', 'running', 'count'],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/jobs', { params: { query: { state: 'running', pageSize: 1 } }, signal })),
    refetchInterval: 60_000,
  });
  return data?.total ?? 0;
};

const Navigation = () => {
  const { frame } = useWords();
  const { count } = useFormats();
  const running = useRunningJobs();
  return (
    <nav className="nav" aria-label={frame.main}>
      <Link to="/" activeOptions={{ exact: true }}>
        {frame.home}
      </Link>
      <Link to="/deposits">{frame.deposits}</Link>
      <Link to="/repository/$" params={{ _splat: '' }} activeOptions={{ exact: false }}>
        {frame.repository}
      </Link>
      <Link to="/jobs">
        {frame.jobs}
        {running === 0 ? null : (
          <span className="n" title={frame.running(running)}>
            {count(running)}
          </span>
        )}
      </Link>
      <Link to="/activity">{frame.activity}</Link>
      <Link to="/system">{frame.system}</Link>
      <UploadLinks />
    </nav>
  );
};

const SearchField = ({ field }: { readonly field: React.RefObject<HTMLInputElement | null> }) => {
  const { frame } = useWords();
  const navigate = useNavigate();
  const { q = '' } = useSearch({ strict: false });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void navigate({ to: '/search', search: { q: field.current?.value ?? '' } });
  };
  return (
    <form className="find" role="search" onSubmit={submit}>
      <Icon name="search" />
      <input
        key={q}
        ref={field}
        type="search"
        defaultValue={q}
        aria-label={frame.search}
        placeholder={frame.searchHint}
      />
      <kbd>/</kbd>
    </form>
  );
};

/** What is around every page: where one can go, the search, and who is signed in. */
export const Frame = () => {
  const { frame } = useWords();
  const session = useSession();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [areKeysShown, showKeys] = useState(false);
  useLiveEvents();
  useLeavingFields();
  useKeys({
    '/': () => field.current?.focus(),
    '?': () => showKeys(true),
    n: () => void navigate({ to: '/deposits/new' }),
    'g h': () => void navigate({ to: '/' }),
    'g d': () => void navigate({ to: '/deposits' }),
    'g r': () => void navigate({ to: '/repository/$', params: { _splat: '' } }),
    'g j': () => void navigate({ to: '/jobs' }),
    'g a': () => void navigate({ to: '/activity' }),
    'g s': () => void navigate({ to: '/system' }),
  });
  return (
    <Toasts>
      <Sprite />
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <header className="top">
        <Link className="brand" to="/">
          <svg aria-hidden="true">
            <use href="#brand" />
          </svg>
          Muniment
        </Link>
        <Navigation />
        <SearchField field={field} />
        <div className="who">
          <button
            type="button"
            className="b quiet icon"
            aria-label={frame.theme}
            title={frame.theme}
            onClick={switchTheme}
          >
            <Icon name="theme" />
          </button>
          <PersonMenu session={session} onKeys={() => showKeys(true)} />
        </div>
      </header>
      <SignedOutNotice />
      <Suspense
        fallback={
          <main id="main">
            <Loading />
          </main>
        }
      >
        <Outlet />
      </Suspense>
      <LockQuestion />
      <KeysDialog isOpen={areKeysShown} onClose={() => showKeys(false)} />
    </Toasts>
  );
};
