import { useRef } from 'react';
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';

/** Rows that are drawn whatever their number; more are drawn where they are seen. */
const DRAWN = 200;
/** Rows that are drawn beyond those that are seen. */
const BEYOND = 20;

/** Which of so many rows are in the document: those that are seen in the window, or in a box that scrolls for itself. */
export const useVirtualRows = (count: number, height: number, isBoxed: boolean) => {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isVirtual = count > DRAWN;
  const common = { estimateSize: () => height, overscan: BEYOND };
  const inWindow = useWindowVirtualizer({
    ...common,
    count: isVirtual && !isBoxed ? count : 0,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const inBox = useVirtualizer({
    ...common,
    count: isVirtual && isBoxed ? count : 0,
    getScrollElement: () => box.current,
  });
  return { box, list, isVirtual, virtual: isBoxed ? inBox : inWindow };
};
