import { useSyncExternalStore } from 'react';
import { listeners } from '../api/listeners.js';

/** How high rows are: as drawn, or with more room. */
export type Density = 'compact' | 'roomy';

const KEPT = 'muniment.density';
const changes = listeners();

const density = (): Density => (document.documentElement.dataset['density'] === 'roomy' ? 'roomy' : 'compact');

/** Rows as high as the reader has chosen in this browser. */
export const applyDensity = (): void => {
  if (localStorage.getItem(KEPT) === 'roomy') document.documentElement.dataset['density'] = 'roomy';
};

/** Makes rows as high as they are not now. */
export const switchDensity = (): void => {
  const next: Density = density() === 'roomy' ? 'compact' : 'roomy';
  if (next === 'roomy') document.documentElement.dataset['density'] = next;
  else delete document.documentElement.dataset['density'];
  localStorage.setItem(KEPT, next);
  changes.tell();
};

export const useDensity = (): Density => useSyncExternalStore(changes.subscribe, density);
