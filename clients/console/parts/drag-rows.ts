import { useState, type DragEvent } from 'react';

/** Where a row would go: into the one below the pointer, or behind it. */
export type DropPlace = 'into' | 'between';

interface DragOptions<Row> {
  readonly keyOf: (row: Row) => string;
  /** Whether a row can be moved. */
  readonly isMovable: (row: Row) => boolean;
  /** Where a row that is held would go over another one; null where it cannot. `half` is 0 for its upper half, else 1. */
  readonly placeOver: (over: Row, held: Row, half: 0 | 1) => DropPlace | null;
  readonly onDrop: (held: Row, over: Row, place: DropPlace) => void;
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
export const useDragRows = <Row>({ keyOf, isMovable, placeOver, onDrop }: DragOptions<Row>) => {
  const [held, hold] = useState<Row | null>(null);
  const [over, setOver] = useState<{ readonly key: string; readonly place: DropPlace } | null>(null);
  return (row: Row): DragAttributes => {
    const key = keyOf(row);
    const placeAt = (event: DragEvent): DropPlace | null =>
      held === null || keyOf(held) === key ? null : placeOver(row, held, halfOf(event));
    return {
      className: [held !== null && keyOf(held) === key ? 'held' : '', over?.key === key ? over.place : ''].join(' '),
      draggable: isMovable(row),
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', key);
        hold(row);
      },
      onDragOver: (event) => {
        const place = placeAt(event);
        if (place !== null) event.preventDefault();
        if (place === null ? over !== null : over?.key !== key || over.place !== place)
          setOver(place === null ? null : { key, place });
      },
      onDragLeave: () => setOver((before) => (before?.key === key ? null : before)),
      onDrop: (event) => {
        const place = placeAt(event);
        if (place === null || held === null) return;
        event.preventDefault();
        setOver(null);
        hold(null);
        onDrop(held, row, place);
      },
      onDragEnd: () => {
        setOver(null);
        hold(null);
      },
    };
  };
};
