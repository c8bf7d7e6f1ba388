import { useCallback, useEffect, useRef, useState } from 'react';
import type { useVirtualRows } from './virtual-rows.js';

type SeenRows = ReturnType<typeof useVirtualRows>;

/** The row that has the focus, or will have it when it is drawn, and the one that is the tab stop. */
export const useRowFocus = ({ list, isVirtual, virtual }: SeenRows) => {
  const [stop, setStop] = useState(0);
  const wanted = useRef<number | null>(null);
  const hasFocus = useRef(false);
  const focus = useCallback(
    (index: number) => {
      setStop(index);
      wanted.current = index;
      if (isVirtual) virtual.scrollToIndex(index);
    },
    [isVirtual, virtual],
  );
  useEffect(() => {
    // A row that has the focus may have made way for another one, such as when its folder was read.
    const isLost = hasFocus.current && document.activeElement === document.body;
    const index = wanted.current ?? (isLost ? stop : null);
    const row = index === null ? null : list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: isLost });
  });
  return { stop, setStop, focus, wanted, hasFocus };
};

/** Brings the first row of a box into sight once it is known, and makes it the tab stop. */
export const useFirst = (
  first: number | undefined,
  { box, isVirtual, virtual }: SeenRows,
  setStop: (index: number) => void,
): void => {
  const isShown = useRef(false);
  useEffect(() => {
    const around = box.current;
    if (first === undefined || isShown.current || around === null) return;
    isShown.current = true;
    setStop(first);
    if (isVirtual) {
      virtual.scrollToIndex(first);
      return;
    }
    const row = around.querySelector<HTMLElement>(`[data-index="${first}"]`)?.getBoundingClientRect();
    const { top, bottom } = around.getBoundingClientRect();
    if (row !== undefined && (row.top < top || row.bottom > bottom))
      around.scrollTop += (row.top + row.bottom - top - bottom) / 2;
  }, [first, box, isVirtual, virtual, setStop]);
};
