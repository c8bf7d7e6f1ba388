import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { canvasesQuery, rangesQuery, type OpenedManifest, type Shown } from '../../api/manifests.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { useWords } from '../../words/language.js';
import { usePlace } from './place.js';
import { canvasOf, listedRanges, type ListedRange } from './ranges.js';
import { Strip } from './strip.js';

const pathIn = (canvas: string): string =>
  canvas
    .slice(canvas.indexOf('/canvases/') + '/canvases/'.length)
    .replace(/\?version=.*$/, '')
    .split('/')
    .map(decodeURIComponent)
    .join('/');

const Ranges = ({
  ranges,
  shown,
  opened,
}: {
  readonly ranges: readonly ListedRange[];
  readonly shown: Shown;
  readonly opened: OpenedManifest;
}) => {
  const { viewer: words } = useWords();
  const { go } = usePlace();
  const client = useQueryClient();
  const open = async ({ canvases: [first] }: ListedRange): Promise<void> => {
    if (first === undefined) return;
    const { id, t } = canvasOf(first);
    const { canvases } = await client.query(canvasesQuery(shown, opened, { path: pathIn(id) }));
    const [found] = canvases;
    if (found !== undefined) go({ page: found.number, t });
  };
  return (
    <Strip
      label={words.ranges}
      count={ranges.length}
      height={30}
      current={null}
      draw={(index) => {
        const range = ranges[index];
        return range === undefined ? null : (
          <button
            type="button"
            className="leaf range"
            style={{ paddingLeft: 10 + range.depth * 8 }}
            aria-disabled={range.canvases.length === 0 || undefined}
            onClick={() => void open(range)}
          >
            {range.name}
          </button>
        );
      }}
    />
  );
};

/** The ranges in the place of the pages; a press goes to the first page of a range. */
export const ContentsStrip = ({ shown, opened }: { readonly shown: Shown; readonly opened: OpenedManifest }) => {
  const { viewer: words } = useWords();
  const query = useQuery(rangesQuery(shown, opened));
  const ranges = useMemo(() => listedRanges(query.data?.structures ?? []), [query.data]);
  return (
    <Loaded query={query}>
      {() =>
        ranges.length === 0 ? (
          <nav className="strip" aria-label={words.ranges}>
            <p className="leaf">{words.noStructures}</p>
          </nav>
        ) : (
          <Ranges ranges={ranges} shown={shown} opened={opened} />
        )
      }
    </Loaded>
  );
};
