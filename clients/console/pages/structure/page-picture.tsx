import { useCallback, useState, type RefCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { canvasesQuery, type NumberedCanvas, type OpenedManifest, type Shown } from '../../api/manifests.js';
import { forwardedAddress, useSession } from '../../api/session.js';
import { Icon } from '../../parts/icon.js';
import { pathOfCanvas } from './structure.js';

/** The address of the small picture of a canvas; null where it has none. */
export const thumbnailOf = ({ kind, canvas }: NumberedCanvas): string | null =>
  kind === 'Image' ? (canvas.thumbnail?.[0]?.id ?? null) : null;

const Picture = ({ thumbnail }: { readonly thumbnail: string | null }) => {
  const session = useSession();
  return thumbnail === null ? (
    <span className="thumb">
      <Icon name="file" />
    </span>
  ) : (
    <img className="thumb" src={forwardedAddress(session, thumbnail)} alt="" width={30} height={40} loading="lazy" />
  );
};

/** Whether an element is in sight, or nearly. */
const useSight = (): readonly [RefCallback<Element>, boolean] => {
  const [isSeen, setSeen] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '200px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
};

interface ReadOptions {
  readonly canvas: string;
  readonly shown: Shown;
  readonly opened: OpenedManifest;
}

/** The picture of a page of which only the id is known: it is read while the page is in sight. */
const ReadPicture = ({ canvas, shown, opened }: ReadOptions) => {
  const [ref, isSeen] = useSight();
  const { data } = useQuery({
    ...canvasesQuery(shown, opened, { path: pathOfCanvas(canvas), pageSize: 1 }),
    enabled: isSeen,
  });
  const [found] = data?.canvases ?? [];
  return (
    <span ref={ref}>
      <Picture thumbnail={found === undefined ? null : thumbnailOf(found)} />
    </span>
  );
};

/** The small picture of a page, else the sign of a file; undefined is a thumbnail that is still to be read. */
export const PagePicture = ({ thumbnail, ...page }: ReadOptions & { readonly thumbnail: string | null | undefined }) =>
  thumbnail === undefined ? <ReadPicture {...page} /> : <Picture thumbnail={thumbnail} />;
