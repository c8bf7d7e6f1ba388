import { useEffect, useRef } from 'react';

const KEPT = 'muniment.keys';

/** Whether single letters do something here; they can be switched off (WCAG 2.1.4). */
export const areKeysOn = (): boolean => localStorage.getItem(KEPT) !== 'off';
export const switchKeys = (isOn: boolean): void => localStorage.setItem(KEPT, isOn ? 'on' : 'off');

/** Letters belong to fields, to trees, where they jump to names, and to menus and dialogs that are open. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]),textarea,select,[role=treegrid],[role=menu],[role=dialog],[contenteditable]',
  ) !== null;

/** Fields that Escape leaves; a search that has words is cleared by it first, and an open list is closed. */
const isLeft = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox],[type=radio]),textarea,select') &&
  target.closest('[role=dialog],[aria-expanded=true]') === null &&
  !(target instanceof HTMLInputElement && target.type === 'search' && target.value !== '');

/** Escape leaves a field, where nothing else is to be done by it. */
export const useLeavingFields = (): void =>
  useEffect(() => {
    const press = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && isLeft(target)) target.blur();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

/** The keys of a page by their names; two letters after each other are written `g d`. */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    let before = '';
    const press = (event: KeyboardEvent): void => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTaken(event.target) ||
        !areKeysOn()
      )
        return;
      const pair = `${before} ${event.key}`;
      const act = current.current[pair] ?? current.current[event.key];
      before = event.key;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
};
