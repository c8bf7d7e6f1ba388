import type { Counts } from '../../archive/archive.js';
import { numberText } from '../output/amounts.js';

const KINDS = ['added', 'changed', 'renamed', 'deleted'] as const;

/** `1 added, 2 deleted`; empty where nothing was. */
export const countsText = (counts: Counts): string =>
  KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => `${numberText(counts[kind])} ${kind}`)
    .join(', ');
