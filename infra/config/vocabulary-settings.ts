import type { Setting } from './setting.js';

/** The settings of the values that user interfaces offer; METS may hold others (companion 1.3). */
export const vocabularySettings = {
  accessConditions: {
    variable: 'MUNIMENT_ACCESS_CONDITIONS',
    fallback: JSON.stringify([
      { label: 'Open', value: 'dlip-open' },
      { label: 'Restricted', value: 'dlip-2-restricted' },
      { label: 'Protected', value: 'dlip-3-protected' },
      { label: 'Closed', value: 'dlip-4-closed' },
      { label: 'Unassessed', value: 'dlip-unassessed' },
    ]),
    meaning:
      'The answer of `GET /access-conditions`, for user interfaces to offer: a JSON array of `{"label": "…", "value": "…"}`, or `@<file>`. METS can have other values.',
  },
  rangeTypes: {
    variable: 'MUNIMENT_RANGE_TYPES',
    fallback: 'Collection,Item',
    meaning: 'The answer of `GET /range-types`, for user interfaces to offer: types of ranges, separated by commas.',
  },
} as const satisfies Record<string, Setting>;
