import { structuredPatch } from 'diff';

const CONTEXT = 3;

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The lines that differ, as a unified diff without headers: three lines around each change, `…` between changes. */
export const lineDiff = (before: readonly string[], after: readonly string[]): string[] => {
  const { hunks } = structuredPatch('', '', textOf(before), textOf(after), '', '', { context: CONTEXT });
  return hunks.flatMap(({ oldStart, lines }) => (oldStart > 1 ? ['…', ...lines] : lines));
};
