import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rangesQuery, type NumberedCanvas, type OpenedManifest, type Shown } from '../../api/manifests.js';
import { useFormats, useWords } from '../../words/language.js';
import { usePlace } from './place.js';
import { canvasOf, listedRanges } from './ranges.js';

/** The ranges that a page stands in; of a part of a film, when it begins. */
export const StandsIn = ({
  at,
  shown,
  opened,
}: {
  readonly at: NumberedCanvas;
  readonly shown: Shown;
  readonly opened: OpenedManifest;
}) => {
  const { viewer: words } = useWords();
  const { length } = useFormats();
  const { searchOf } = usePlace();
  const { data } = useQuery(rangesQuery(shown, opened));
  const all = useMemo(() => listedRanges(data?.structures ?? []), [data]);
  const inside = all.flatMap((range) =>
    range.canvases
      .map(canvasOf)
      .filter(({ id }) => id === at.canvas.id)
      .map(({ t }) => ({ range, t })),
  );
  return (
    <>
      <h3>{words.standsIn}</h3>
      {inside.length === 0 ? (
        <p className="sub">
          {words.noRange} <ArrangeLink shown={shown} />
        </p>
      ) : (
        inside.map(({ range, t }) =>
          t === null ? (
            <p key={range.id} className="sub">
              {[...range.above, range.name].join(' / ')}
            </p>
          ) : (
            <Link
              key={`${range.id} ${t}`}
              className="cue"
              to="."
              search={searchOf({ page: at.number, t })}
              replace
              resetScroll={false}
            >
              <time>{length(t)}</time>
              <span>{range.name}</span>
            </Link>
          ),
        )
      )}
    </>
  );
};

/** The way to arrange a deposit. */
const ArrangeLink = ({ shown }: { readonly shown: Shown }) => {
  const { viewer: words } = useWords();
  return shown.kind === 'deposit' ? (
    <Link to="/deposits/$deposit/structure/arrange" params={{ deposit: shown.depositId }}>
      {words.arrange}
    </Link>
  ) : null;
};
