import { useFormats, useWords } from '../../words/language.js';
import { useKeys } from '../keys.js';
import { Button } from './button.js';
import { SmallSelect } from './field.js';

interface PagerOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** Which of all the rows are shown, where pages have different numbers of them. */
  readonly range?: readonly [first: number, last: number];
  readonly onPage: (page: number) => void;
  /** How many rows a page may have, where that can be chosen. */
  readonly sizes?: readonly number[];
  readonly onSize?: (size: number) => void;
}

/** Which rows of a list of the server are shown, and the pages beside them. */
export const Pager = ({ page, pageSize, total, range, onPage, sizes = [], onSize }: PagerOptions) => {
  const { parts } = useWords();
  const { count } = useFormats();
  const [first, last] = range ?? [(page - 1) * pageSize + 1, Math.min(total, page * pageSize)];
  useKeys({
    '[': () => (page > 1 ? onPage(page - 1) : undefined),
    ']': () => (last < total ? onPage(page + 1) : undefined),
  });
  return (
    <div className="pager">
      <span>{total === 0 ? parts.none : parts.rangeOf(count(first), count(last), count(total))}</span>
      <span className="grow" />
      {onSize === undefined ? null : (
        <SmallSelect
          label={parts.rowsOnAPage}
          value={`${pageSize}`}
          options={sizes.map((size) => ({ value: `${size}`, label: parts.aPage(count(size)) }))}
          onChange={(size) => onSize(Number(size))}
        />
      )}
      <Button small why={page > 1 ? null : parts.firstPage} onClick={() => onPage(page - 1)}>
        {parts.previous}
      </Button>
      <Button small why={last < total ? null : parts.lastPage} onClick={() => onPage(page + 1)}>
        {parts.next}
      </Button>
    </div>
  );
};
