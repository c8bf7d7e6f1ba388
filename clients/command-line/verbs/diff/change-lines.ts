import type { ListedChange } from '../../../archive/compare-listings.js';
import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';

const MARKS = { added: '+', changed: '~', renamed: '>', deleted: '-' } as const;
/** The width of mark and word. */
const MARKED = 12;

type PathOf = (name: string) => string;

/** `+ added     a.txt`; a renamed file has a second line. Into a pipe the kind, the former path and the path. */
export const changeLine = (
  { kind, name, from }: ListedChange,
  { form }: Pick<Output, 'form'>,
  pathOf: PathOf,
): string => {
  if (form === 'pipe')
    return `${[kind, from === null ? '' : shownName(pathOf(from)), shownName(pathOf(name))].join('\t')}\n`;
  const first = `${`${MARKS[kind]} ${kind}`.padEnd(MARKED)}${shownName(from ?? name)}\n`;
  return from === null ? first : `${first}${' '.repeat(MARKED)}to ${shownName(name)}\n`;
};

const sha256In = (file: ListedChange['after']): string | null =>
  file?.digest.algorithm === 'sha256' ? file.digest.value : null;

/** A change as a JSON line. */
export const changeRecord = ({ kind, name, from, before, after }: ListedChange, pathOf: PathOf): object => ({
  type: kind,
  path: pathOf(name),
  from: from === null ? null : pathOf(from),
  size: (after ?? before)?.size ?? 0,
  sha256: sha256In(after),
  sha256Before: sha256In(before),
});
