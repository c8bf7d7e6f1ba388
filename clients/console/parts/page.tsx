import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useWords } from '../words/language.js';

/** A step of the way to a page: its name, and where it is; the last one has no link. */
export interface Crumb {
  readonly label: string;
  readonly link?: LinkProps;
}

/** A link is to the page itself only where its whole address is the same. */
const SAME = { exact: true, includeSearch: true } as const;

/** The way to a page. */
export const Crumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }) => {
  const { parts } = useWords();
  return (
    <nav className="crumbs" aria-label={parts.whereThisIs}>
      {crumbs.map(({ label, link }, index) => (
        <span key={`${index} ${label}`}>
          {index > 0 ? <span aria-hidden="true">/ </span> : null}
          {link === undefined ? (
            label
          ) : (
            <Link {...link} activeOptions={SAME}>
              {label}
            </Link>
          )}
        </span>
      ))}
    </nav>
  );
};

interface PageOptions {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** What it is and what state it is in: each a span. */
  readonly facts?: ReactNode;
  /** What can be done; one primary button at most. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The places in the head of a page for what a view of it adds. */
interface HeadPlaces {
  readonly facts: Element | null;
  readonly actions: Element | null;
}

const Places = createContext<HeadPlaces>({ facts: null, actions: null });

/** What a view says and offers in the head of the page that it is in, before what all views have. */
export const InHead = ({ facts, actions }: { readonly facts?: ReactNode; readonly actions: ReactNode }) => {
  const places = useContext(Places);
  return (
    <>
      {places.facts === null ? null : createPortal(facts, places.facts)}
      {places.actions === null ? null : createPortal(actions, places.actions)}
    </>
  );
};

/** A page: what this is, what state it is in, and what can be done next. */
export const Page = ({ title, crumbs, facts, actions, children }: PageOptions) => {
  useEffect(() => {
    document.title = `${title} · Muniment`;
  }, [title]);
  const [inFacts, setInFacts] = useState<Element | null>(null);
  const [inActions, setInActions] = useState<Element | null>(null);
  const places = useMemo(() => ({ facts: inFacts, actions: inActions }), [inFacts, inActions]);
  return (
    <main id="main" tabIndex={-1}>
      <div className="head">
        <div>
          {crumbs === undefined ? null : <Crumbs crumbs={crumbs} />}
          <h1>{title}</h1>
          {facts === undefined ? null : (
            <div className="facts">
              {facts}
              <span ref={setInFacts} style={{ display: 'contents' }} />
            </div>
          )}
        </div>
        {actions === undefined ? null : (
          <div className="actions">
            <span ref={setInActions} style={{ display: 'contents' }} />
            {actions}
          </div>
        )}
      </div>
      <Places.Provider value={places}>{children}</Places.Provider>
    </main>
  );
};

/** A view of the same thing under its own address. */
export interface Tab {
  readonly key: string;
  readonly label: string;
  readonly count?: string | null;
  readonly link: LinkProps;
}

export const Tabs = ({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
}) => {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav ref={list} className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.key} {...tab.link} activeOptions={SAME} aria-current={tab.key === current ? 'page' : undefined}>
          {tab.label}
          {tab.count ? <span className="n">{tab.count}</span> : null}
        </Link>
      ))}
    </nav>
  );
};

/** A part of a page under a heading. */
export const Section = ({
  title,
  count,
  link,
  children,
}: {
  readonly title: string;
  readonly count?: string | null;
  readonly link?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section className="sect">
    <header>
      <h2>{title}</h2>
      {count ? <span className="n">{count}</span> : null}
      {link}
    </header>
    {children}
  </section>
);
