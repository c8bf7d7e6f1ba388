import { useEffect, useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';

interface StripOptions {
  readonly label: string;
  readonly count: number;
  /** Pixels of an entry before it is measured. */
  readonly height: number;
  /** The entry that is kept in sight; null for none. */
  readonly current: number | null;
  readonly draw: (index: number) => ReactNode;
  /** Told which entries are seen. */
  readonly onRange?: (from: number, to: number) => void;
}

/** The list beside a page; only what is seen and two entries around it are in the document. */
export const Strip = ({ label, count, height, current, draw, onRange }: StripOptions) => {
  const strip = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => strip.current,
    estimateSize: () => height,
    overscan: 2,
    initialOffset: Math.max(0, ((current ?? 0) - 1) * height),
  });
  const items = virtual.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onRange?.(from, to), [from, to, onRange]);
  useEffect(() => {
    if (current !== null) virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, virtual]);
  return (
    <nav ref={strip} className="strip" aria-label={label}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            data-index={index}
            ref={virtual.measureElement}
            style={{ position: 'absolute', insetInline: 0, top: start }}
          >
            {draw(index)}
          </div>
        ))}
      </div>
    </nav>
  );
};
