import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { PRESERVATION } from '../../api/services.js';
import { Button } from '../../parts/controls/button.js';
import { Icon } from '../../parts/icon.js';
import { useFormats, useWords } from '../../words/language.js';
import { aroundLine, openLevel, rowsOf, type SourceRow } from './folding.js';
import { findInMets, type MetsText } from './read-mets.js';
import { SourceLine } from './source-line.js';

/** Which elements are open, and which rows there are. */
const useFolding = ({ text, index }: MetsText) => {
  const level = useMemo(() => openLevel(text, index), [text, index]);
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [whole, setWhole] = useState<ReadonlySet<number>>(new Set());
  const [isFolded, setFolded] = useState(false);
  const isOpen = useCallback(
    (line: number): boolean => toggled.get(line) ?? (isFolded ? line === 0 : (index.depths[line] ?? 0) < level),
    [toggled, isFolded, index, level],
  );
  const rows = useMemo(() => rowsOf(text, index, isOpen, whole), [text, index, isOpen, whole]);
  return {
    rows,
    isOpen,
    toggle: (line: number) => setToggled((before) => new Map(before).set(line, !isOpen(line))),
    showAll: (line: number) => setWhole((before) => new Set([...before, line])),
    foldAll: () => {
      setToggled(new Map());
      setWhole(new Set());
      setFolded(true);
    },
    reveal: (line: number) => {
      const { open, firsts } = aroundLine(index, line);
      setToggled((before) => new Map([...before, ...open.map((each) => [each, true] as const)]));
      setWhole((before) => new Set([...before, ...firsts]));
    },
  };
};

const Line = ({
  source: { text, index },
  row,
  isOpen,
  isHit,
  onToggle,
  onAll,
}: {
  readonly source: MetsText;
  readonly row: SourceRow;
  readonly isOpen: boolean;
  readonly isHit: boolean;
  readonly onToggle: (line: number) => void;
  readonly onAll: (line: number) => void;
}) => {
  const { mets: words } = useWords();
  const { count, bytes } = useFormats();
  const { line } = row;
  const depth = { '--d': row.kind === 'more' ? row.depth : (index.depths[line] ?? 0) } as CSSProperties;
  const inside = (index.lasts[line] ?? line) - line;
  if (row.kind === 'more')
    return (
      <div className="ln">
        <span className="no" />
        <button type="button" className="tw" aria-label={words.showAll} onClick={() => onAll(line)}>
          <Icon name="right" />
        </button>
        <span className="code" style={depth}>
          <span className="more">{words.moreOfThese(row.count, bytes(row.chars))}</span>
        </span>
      </div>
    );
  const isFolded = inside > 0 && !isOpen;
  return (
    <div className={isHit ? 'ln hit' : 'ln'}>
      <span className="no">{count(line + 1)}</span>
      {inside === 0 ? (
        <span />
      ) : (
        <button
          type="button"
          className="tw"
          aria-expanded={isOpen}
          aria-label={isOpen ? words.fold(line + 1) : words.unfold(line + 1)}
          onClick={() => onToggle(line)}
        >
          <Icon name="right" />
        </button>
      )}
      <span className="code" style={depth}>
        <SourceLine text={text.slice(index.starts[line], index.ends[line])} isFolded={isFolded} />
        {isFolded ? <span className="more"> {words.inside(inside)}</span> : null}
      </span>
    </div>
  );
};

const Find = ({
  hits,
  at,
  onAt,
}: {
  readonly hits: readonly number[] | null;
  readonly at: number;
  readonly onAt: (at: number) => void;
}) => {
  const { mets: words } = useWords();
  const { find = '' } = useSearch({ from: '/inside/deposits/$deposit/mets' });
  const navigate = useNavigate();
  const total = hits?.length ?? 0;
  const step = (by: number): void => {
    if (total > 0) onAt((at + by + total) % total);
  };
  return (
    <>
      <input
        className="in"
        style={{ maxWidth: 240, height: 28 }}
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        value={find}
        onChange={({ target: { value } }) =>
          void navigate({ to: '.', search: value === '' ? {} : { find: value }, replace: true, resetScroll: false })
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
        }}
      />
      <span className="soft nowrap" role="status">
        {hits === null ? '' : words.hits(total === 0 ? 0 : at + 1, total)}
      </span>
      <Button
        small
        look="quiet"
        icon="up"
        aria-label={words.findBefore}
        title={words.findBefore}
        onClick={() => step(-1)}
      />
      <Button
        small
        look="quiet"
        icon="down"
        aria-label={words.findNext}
        title={words.findNext}
        onClick={() => step(1)}
      />
    </>
  );
};

/** The METS as XML, folded; only what is open and seen is in the document. */
export const SourceView = ({ source, depositId }: { readonly source: MetsText; readonly depositId: string }) => {
  const { mets: words } = useWords();
  const { find = '' } = useSearch({ from: '/inside/deposits/$deposit/mets' });
  const { rows, isOpen, toggle, showAll, foldAll, reveal } = useFolding(source);
  const { data: hits = null } = useQuery({
    queryKey: ['deposits', depositId, 'mets', 'find', find],
    queryFn: () => findInMets(find),
    enabled: find.length > 1,
  });
  const [at, setAt] = useState(0);
  const wanted = useRef<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 24,
    overscan: 20,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const go = (to: number, all = hits): void => {
    const line = all?.[to];
    setAt(to);
    if (line === undefined) return;
    wanted.current = line;
    reveal(line);
  };
  useEffect(() => {
    if (hits !== null) go(0, hits);
    // The first hit of a word is shown once.
  }, [hits]);
  useEffect(() => {
    const row =
      wanted.current === null ? -1 : rows.findIndex(({ kind, line }) => kind === 'line' && line === wanted.current);
    if (row < 0) return;
    wanted.current = null;
    virtual.scrollToIndex(row, { align: 'center' });
  });
  const hit = hits?.[at] ?? -1;
  return (
    <>
      <div className="toolbar">
        <Find hits={find.length > 1 ? hits : null} at={at} onAt={go} />
        <span className="grow" />
        <Button small look="quiet" onClick={foldAll}>
          {words.foldAll}
        </Button>
        <a className="b small" href={`${PRESERVATION}/deposits/${depositId}/mets`} download="mets.xml">
          <Icon name="save" />
          {words.download}
        </a>
      </div>
      <div className="src" role="group" aria-label={words.asXml}>
        <div ref={list} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          <div
            style={{ position: 'absolute', insetInline: 0, top: (items[0]?.start ?? 0) - virtual.options.scrollMargin }}
          >
            {items.map(({ index }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <div key={index} data-index={index} ref={virtual.measureElement}>
                  <Line
                    source={source}
                    row={row}
                    isOpen={isOpen(row.line)}
                    isHit={row.kind === 'line' && row.line === hit}
                    onToggle={toggle}
                    onAll={showAll}
                  />
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
};
