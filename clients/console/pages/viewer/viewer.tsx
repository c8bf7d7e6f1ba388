import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  CANVASES,
  canvasesQuery,
  openedQuery,
  type CanvasKind,
  type CanvasListing,
  type NumberedCanvas,
  type OpenedManifest,
  type Shown,
} from '../../api/manifests.js';
import { Switch } from '../../parts/controls/button.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Empty } from '../../parts/feedback/messages.js';
import { useFormats, useWords } from '../../words/language.js';
import { About, type AboutOptions } from './about.js';
import { ContentsStrip } from './contents-strip.js';
import { NotShown, useNotShownCount } from './not-shown.js';
import { PagesStrip } from './pages-strip.js';
import { usePlace, type Listed } from './place.js';
import { usePlaying } from './playing.js';
import { Stage } from './stage.js';

interface ViewerOptions {
  readonly shown: Shown;
  /** What stands left in the toolbar. */
  readonly before?: ReactNode;
  /** What is shown, in words. */
  readonly what: string;
}

/** The keys of what is shown. */
const Keys = ({ kind }: { readonly kind: CanvasKind | undefined }) => {
  const { viewer: words } = useWords();
  if (kind === undefined) return null;
  const isPlayed = kind === 'Video' || kind === 'Sound';
  return (
    <>
      ; <kbd>K</kbd> <kbd>J</kbd> {words.pageKeys}
      {kind === 'Image' ? (
        <>
          , <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> {words.sizeKeys}
        </>
      ) : null}
      {isPlayed ? (
        <>
          , <kbd>{words.spaceKey}</kbd> {words.playKey}, <kbd>←</kbd> <kbd>→</kbd> {words.skipKeys}
        </>
      ) : null}
    </>
  );
};

const Toolbar = ({
  shown,
  opened,
  before,
  what,
  kind,
}: ViewerOptions & {
  readonly opened: OpenedManifest;
  /** Of the page that is shown. */
  readonly kind: CanvasKind | undefined;
}) => {
  const { viewer: words } = useWords();
  const { count } = useFormats();
  const { place, go } = usePlace();
  const notShown = useNotShownCount(shown, opened);
  const label = (show: Listed, text: string, n: number | null = null) => ({
    value: show,
    label: (
      <>
        {text} {n === null ? null : <span className="muted">{count(n)}</span>}
      </>
    ),
  });
  return (
    <div className="toolbar under-tabs">
      {before}
      <Switch<Listed>
        label={words.listShows}
        value={place.show}
        onChange={(show) => go({ page: place.page, t: place.t, show })}
        options={[
          label('pages', words.pages),
          label('contents', words.contents),
          label('not-shown', words.notShown, notShown),
        ]}
      />
      <span className="grow" />
      <span className="soft wide">
        {what}
        <Keys kind={kind} />
      </span>
    </div>
  );
};

/** One page: the picture, film or sound, and what is known of it. */
const OnePage = (options: Omit<AboutOptions, 'playing'>) => {
  const { place } = usePlace();
  const playing = usePlaying(place.t);
  return (
    <>
      <Stage {...options} playing={playing} />
      <About {...options} playing={playing} />
    </>
  );
};

/** The page of this number, or the last one. */
const shownIn = ({ canvases, total }: CanvasListing, page: number): NumberedCanvas | undefined =>
  canvases.find(({ number }) => number === Math.min(page, total));

const Look = ({
  shown,
  opened,
  listing,
}: {
  readonly shown: Shown;
  readonly opened: OpenedManifest;
  readonly listing: CanvasListing;
}) => {
  const { viewer: words } = useWords();
  const { place } = usePlace();
  const { total } = listing;
  if (total === 0)
    return (
      <Empty title={words.noPages}>
        <p>{words.noPagesHow}</p>
      </Empty>
    );
  const at = shownIn(listing, place.page);
  return (
    <div className="viewer">
      {place.show === 'contents' ? (
        <ContentsStrip shown={shown} opened={opened} />
      ) : (
        <PagesStrip shown={shown} opened={opened} total={total} />
      )}
      {at === undefined ? (
        <section className="stage" aria-busy="true" aria-label={words.viewer} />
      ) : (
        <OnePage key={at.path} at={at} total={total} shown={shown} opened={opened} />
      )}
    </div>
  );
};

const Opened = ({ opened, ...options }: ViewerOptions & { readonly opened: OpenedManifest }) => {
  const { place } = usePlace();
  const { shown } = options;
  const block = { page: Math.ceil(place.page / CANVASES) };
  const query = useQuery({ ...canvasesQuery(shown, opened, block), placeholderData: keepPreviousData });
  const at = query.data === undefined ? undefined : shownIn(query.data, place.page);
  const isList = place.show === 'not-shown';
  return (
    <>
      <Toolbar {...options} opened={opened} kind={isList ? undefined : at?.kind} />
      {isList ? (
        <NotShown shown={shown} opened={opened} />
      ) : (
        <Loaded query={query}>{(listing) => <Look shown={shown} opened={opened} listing={listing} />}</Loaded>
      )}
    </>
  );
};

/** Pages, films and sounds of a deposit or of a version, as its METS says. */
export const Viewer = (options: ViewerOptions) => {
  const query = useQuery(openedQuery(options.shown));
  return <Loaded query={query}>{(opened) => <Opened {...options} opened={opened} />}</Loaded>;
};
