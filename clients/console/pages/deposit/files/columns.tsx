import { useAccessWords } from '../../../parts/access-words.js';
import type { Column } from '../../../parts/lists/rows.js';
import { Size } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';
import { FileState } from '../file-state.js';
import type { Entry } from './entry.js';
import { statementCode, useStatementName } from '../../../parts/rights-statements.js';

/** Access as displayed, and the code of a rights statement that is set here. */
const Access = ({ entry }: { readonly entry: Entry }) => {
  const { deposit: words } = useWords();
  const accessWords = useAccessWords();
  const name = useStatementName();
  const { accessRestrictions: own, effectiveAccessRestrictions: access, rightsStatement } = entry;
  const isOwn = own.length > 0 || rightsStatement !== null;
  const rights = rightsStatement === null ? null : (statementCode(rightsStatement) ?? rightsStatement);
  const shown = [...(access.length === 0 ? [] : [accessWords(access)]), ...(rights === null ? [] : [rights])];
  if (shown.length === 0) return null;
  const terms = [...access, ...(rightsStatement === null ? [] : [name(rightsStatement)])].join(' · ');
  return (
    <span className={isOwn ? '' : 'inherit'} title={`${isOwn ? words.setHere : words.inherited}: ${terms}`}>
      {shown.join(' · ')}
    </span>
  );
};

const Format = ({ entry }: { readonly entry: Entry }) => {
  const { deposit: words } = useWords();
  if (entry.kind === 'folder') return null;
  if (entry.format === null) return <span className="muted">{words.notKnown}</span>;
  const { name, key } = entry.format;
  return (
    <span title={[name, key].filter(Boolean).join(', ')}>
      {name} <span className="muted">{key}</span>
    </span>
  );
};

/** What is shown of a file beside its name. */
export const useFileColumns = (): readonly Column<Entry>[] => {
  const { deposit: words } = useWords();
  return [
    {
      key: 'size',
      head: words.columns.size,
      of: 'r',
      cell: (entry) => <Size bytes={entry.kind === 'folder' ? entry.bytes : entry.size} />,
    },
    { key: 'format', head: words.columns.format, of: 'wide', cell: (entry) => <Format entry={entry} /> },
    { key: 'state', head: words.columns.state, cell: (entry) => <FileState entry={entry} /> },
    { key: 'access', head: words.columns.access, cell: (entry) => <Access entry={entry} /> },
  ];
};
