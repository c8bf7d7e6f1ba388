import { table } from '../../servers/status.js';

/** How long something took beside what it may take. */
export interface Spent {
  readonly name: string;
  readonly minutes: number;
  readonly budget: number;
}

const inMinutes = (minutes: number): string => minutes.toFixed(1);

/** A table for people; whoever is over the budget is told, and does not fail for it. */
export const budgetTable = (spent: readonly Spent[]): string => {
  const row = ({ name, minutes, budget }: Spent): string[] => [
    name,
    inMinutes(minutes),
    inMinutes(budget),
    minutes > budget ? 'OVER ITS BUDGET' : '',
  ];
  const total = (of: (each: Spent) => number): number => spent.reduce((sum, each) => sum + of(each), 0);
  const whole = { name: 'all', minutes: total(({ minutes }) => minutes), budget: total(({ budget }) => budget) };
  return table([['lane', 'took, minutes', 'budget', ''], ...spent.map(row), row(whole)]);
};
