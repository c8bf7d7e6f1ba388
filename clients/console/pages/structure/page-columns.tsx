import type { ComponentProps } from 'react';
import { lastName } from '../../../../formats/paths/repository-path.js';
import { Grip } from '../../parts/lists/held.js';
import type { Column } from '../../parts/lists/rows.js';
import type { structureWords } from '../../words/english/structure.js';
import type { HeadRow, PageRow } from './page-list.js';
import { PagePicture } from './page-picture.js';
import { pathOfCanvas } from './structure.js';

type Words = ReturnType<typeof structureWords>;
type Shown = Pick<ComponentProps<typeof PagePicture>, 'shown' | 'opened'>;

const NameCell = ({ canvas, thumbnail, words, ...of }: Omit<PageRow, 'list'> & Shown & { readonly words: Words }) => {
  if (canvas === null) return <span className="ghost" />;
  const path = pathOfCanvas(canvas);
  return (
    <>
      <Grip title={words.dragPage} />
      <PagePicture {...of} canvas={canvas} thumbnail={thumbnail} />
      <span style={{ minWidth: 0 }}>
        <span className="clip" style={{ display: 'block' }}>
          {lastName(path)}
        </span>
        <span className="sub">{path.split('/').slice(0, -1).join(' / ')}</span>
      </span>
    </>
  );
};

/** What is shown of each page; `also` names the other ranges that it is in. */
export const pageColumns = (
  words: Words,
  also: (canvas: string) => string,
  of: Shown,
): readonly Column<PageRow | HeadRow>[] => [
  {
    key: 'name',
    head: words.page,
    of: 'name',
    cell: (row) => (row.list === 'head' ? null : <NameCell {...of} {...row} words={words} />),
  },
  {
    key: 'also',
    head: words.alsoIn,
    cell: (row) => {
      const others = row.list === 'head' || row.canvas === null ? '' : also(row.canvas);
      return others === '' ? null : <span className="soft">{others}</span>;
    },
  },
  {
    key: 'part',
    head: words.part,
    cell: (row) =>
      row.list === 'head' || row.canvas === null ? null : (
        <span className="muted">{row.canvas.split('#')[1] ?? words.whole}</span>
      ),
  },
];
