import { Link, useNavigate } from '@tanstack/react-router';
import { lastName } from '../../../../formats/paths/repository-path.js';
import type { components } from '../../../api/generated/preservation.js';
import { pathOf } from '../../api/identifiers.js';
import { Matched } from '../../parts/matched.js';
import { Rows, type Column } from '../../parts/lists/rows.js';
import { withoutParameters } from '../../parts/media-type.js';
import { Size, Time } from '../../parts/values.js';
import type { Words } from '../../words/english/english.js';
import { useWords } from '../../words/language.js';

export type FoundFile = components['schemas']['RepoSearch']['results'][number];

/** `TIFF image`; the content type itself where it says no more. */
const typeOf = (contentType: string | null, { search }: Words): string | null => {
  const mimeType = contentType === null ? null : withoutParameters(contentType);
  if (mimeType === 'text/plain') return search.plainText;
  const [, kind = '', name = ''] = /^(image|audio|video)\/(?:x-)?([\w-]+)$/.exec(mimeType ?? '') ?? [];
  return kind === '' ? mimeType : `${name.toUpperCase()} ${search.kinds[kind as keyof Words['search']['kinds']]}`;
};

const columnsOf = (words: Words, wanted: string): readonly Column<FoundFile>[] => {
  const { columns } = words.search;
  return [
    {
      key: 'file',
      head: columns.file,
      of: 'name',
      cell: ({ id }) => {
        const path = pathOf(id);
        return (
          <div style={{ minWidth: 0 }}>
            <Link className="t" to="/repository/$" params={{ _splat: path }}>
              <Matched text={lastName(path)} wanted={wanted} />
            </Link>
            <div className="path">
              <Matched text={path.slice(0, -lastName(path).length - 1)} wanted={wanted} />
            </div>
          </div>
        );
      },
    },
    {
      key: 'type',
      head: columns.type,
      cell: ({ mimeType }) => <span title={mimeType ?? undefined}>{typeOf(mimeType, words)}</span>,
    },
    { key: 'size', head: columns.size, of: 'r', cell: ({ contentSize }) => <Size bytes={contentSize} /> },
    { key: 'changed', head: columns.changed, cell: ({ lastModified }) => <Time at={lastModified} /> },
  ];
};

/** Preserved files, each a link to its page. */
export const FileResults = ({ files, wanted }: { readonly files: readonly FoundFile[]; readonly wanted: string }) => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <Rows<FoundFile>
      label={words.search.tabs.files}
      rows={files}
      keyOf={({ id }) => id}
      columns={columnsOf(words, wanted)}
      widths="minmax(240px,1fr) 150px 80px 116px"
      height={58}
      attributes={() => ({ className: 'lines' })}
      onOpen={({ id }) => void navigate({ to: '/repository/$', params: { _splat: pathOf(id) } })}
    />
  );
};
