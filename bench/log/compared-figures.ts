import type { Figure } from '../figure.js';
import { median } from '../measure.js';

/** Rates of something and of what it is compared with, each pair of one round. */
export interface Comparison {
  readonly name: string;
  readonly to: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  readonly goal?: number;
}

/** A figure with the median of the ratios of all rounds, and their range; and one of what it is compared with. */
export const comparedFigures = ({ name, to, unit, ours, bare, goal }: Comparison): readonly Figure[] => {
  const ratios = ours.map((rate, round) => rate / (bare[round] ?? NaN));
  const of = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(' to ');
  const value = median(ratios);
  return [
    {
      name,
      value: median(ours),
      unit,
      ratio: { to: `${to}, ${of} in ${ratios.length} rounds`, value, ...(goal === undefined ? {} : { goal }) },
    },
    { name: `${name}: ${to}`, value: median(bare), unit },
  ];
};
