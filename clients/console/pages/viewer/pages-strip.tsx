import { Link } from '@tanstack/react-router';
import { useCanvasList } from '../../api/canvas-list.js';
import type { NumberedCanvas, OpenedManifest, Shown } from '../../api/manifests.js';
import { forwardedAddress, useSession } from '../../api/session.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { useFormats, useWords } from '../../words/language.js';
import { usePlace } from './place.js';
import { Strip } from './strip.js';

/** The last segment of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const ICONS: Readonly<Record<Exclude<NumberedCanvas['kind'], 'Image'>, IconName>> = {
  Video: 'film',
  Sound: 'sound',
  Placeholder: 'file',
};

const Leaf = ({ at }: { readonly at: NumberedCanvas }) => {
  const session = useSession();
  const { kind, canvas } = at;
  const [thumbnail] = canvas.thumbnail ?? [];
  if (kind !== 'Image' || thumbnail === undefined)
    return (
      <span className="blank">
        <Icon name={kind === 'Image' ? 'image' : ICONS[kind]} />
      </span>
    );
  const { id, width = 84, height = 112 } = thumbnail;
  const scale = Math.min(84 / width, 112 / height);
  return (
    <img
      src={forwardedAddress(session, id)}
      alt=""
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
    />
  );
};

/** All pages by number; their names and pictures are read where they are seen. */
export const PagesStrip = ({
  shown,
  opened,
  total,
}: {
  readonly shown: Shown;
  readonly opened: OpenedManifest;
  readonly total: number;
}) => {
  const { viewer: words } = useWords();
  const { count } = useFormats();
  const { place, searchOf } = usePlace();
  const { at: canvasAt, onRange } = useCanvasList(shown, opened);
  return (
    <Strip
      label={words.pages}
      count={total}
      height={148}
      current={place.page - 1}
      onRange={onRange}
      draw={(index) => {
        const at = canvasAt(index);
        const name = at === undefined ? count(index + 1) : nameOf(at.path);
        return (
          <Link
            className="leaf"
            to="."
            search={searchOf({ page: index + 1, t: place.page === index + 1 ? place.t : null })}
            replace
            resetScroll={false}
            preload={false}
            activeOptions={{ exact: true }}
            title={name}
          >
            {at === undefined ? <span className="blank" /> : <Leaf at={at} />}
            <span className="clip">{name.length > 14 ? `…${name.slice(-13)}` : name}</span>
          </Link>
        );
      }}
    />
  );
};
