import { useEffect } from 'react';

/** The parts of a page that F6 goes through, by what has the focus in each. */
const PARTS = [
  '.grid [role=row][tabindex="0"]',
  '.side',
  '[role=toolbar] button:not([aria-disabled]), [role=toolbar] input',
  '.tabs [aria-current]',
] as const;

/** F6 goes from the tree to the details, the toolbar and the tabs; Escape clears a selection. */
export const usePartKeys = (onEscape: (() => void) | null): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('.scrim') !== null) return;
      if (
        event.key === 'Escape' &&
        onEscape !== null &&
        !(event.target instanceof HTMLInputElement && event.target.type === 'search')
      )
        onEscape();
      if (event.key !== 'F6') return;
      const places = PARTS.map((selector) => document.querySelector<HTMLElement>(selector)).filter(
        (each) => each !== null,
      );
      const containers = places.map((place) => place.closest('.grid, .side, [role=toolbar], .tabs'));
      const now = containers.findIndex((each) => each?.contains(document.activeElement) === true);
      const next = places[(now + (event.shiftKey ? places.length - 1 : 1)) % places.length];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [onEscape]);
};
