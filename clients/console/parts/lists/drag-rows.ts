import { useState, type DragEvent } from 'react';

/** Where what is held would go: into the row below the pointer, before it, or behind it. */
export type DropPlace = 'into' | 'before' | 'between';

/** What a pointer moves, and the row that it is over; lists that share it take rows from each other. */
export interface Drag<Held> {
  readonly held: Held | null;
  readonly over: { readonly key: string; readonly place: DropPlace } | null;
  readonly hold: (held: Held | null) => void;
  readonly setOver: (over: Drag<Held>['over']) => void;
}

export const useDrag = <Held>(): Drag<Held> => {
  const [held, setHeld] = useState<Held | null>(null);
  const [over, setOver] = useState<Drag<Held>['over']>(null);
  return { held, over, hold: (now) => setHeld(() => now), setOver };
};

interface DragOptions<Row, Held> {
  readonly drag: Drag<Held>;
  /** Differs from the keys of all lists that share what is held. */
  readonly keyOf: (row: Row) => string;
  /** What is moved with a row; null where it cannot be moved. */
  readonly heldOf: (row: Row) => Held | null;
  readonly isHeld: (row: Row, held: Held) => boolean;
  /** Where what is held would go over a row; null where it cannot. `half` is 0 for the upper half of the row, else 1. */
  readonly placeOver: (over: Row, held: Held, half: 0 | 1) => DropPlace | null;
  readonly onDrop: (held: Held, over: Row, place: DropPlace) => void;
  /** Whether the browser's picture of the row goes along with the pointer; else the page says itself what is moved. */
  readonly isPictured?: boolean;
}

/** What a row needs to be moved by a pointer. */
export interface DragAttributes {
  readonly className: string;
  readonly draggable: boolean;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
}

const halfOf = ({ clientY, currentTarget }: DragEvent): 0 | 1 => {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY - top < height / 2 ? 0 : 1;
};

/** Moves rows by a pointer. Each such move is a key and a button as well, so that nobody has to drag. */
export const useDragRows = <Row, Held>(options: DragOptions<Row, Held>) => {
  const { drag, keyOf, heldOf, isHeld, placeOver, onDrop, isPictured = true } = options;
  const { held, over, hold, setOver } = drag;
  const end = (): void => {
    setOver(null);
    hold(null);
  };
  return (row: Row): DragAttributes => {
    const key = keyOf(row);
    const isMoved = held !== null && isHeld(row, held);
    const placeAt = (event: DragEvent): DropPlace | null =>
      held === null || isMoved ? null : placeOver(row, held, halfOf(event));
    return {
      className: [isMoved ? 'held' : '', over?.key === key ? over.place : ''].join(' '),
      draggable: heldOf(row) !== null,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', key);
        if (!isPictured) event.dataTransfer.setDragImage(document.createElement('canvas'), 0, 0);
        hold(heldOf(row));
      },
      onDragOver: (event) => {
        const place = placeAt(event);
        if (place !== null) event.preventDefault();
        if (place === null ? over !== null : over?.key !== key || over.place !== place)
          setOver(place === null ? null : { key, place });
      },
      onDragLeave: () => {
        if (over?.key === key) setOver(null);
      },
      onDrop: (event) => {
        const place = placeAt(event);
        if (place === null || held === null) return;
        event.preventDefault();
        end();
        onDrop(held, row, place);
      },
      onDragEnd: end,
    };
  };
};
