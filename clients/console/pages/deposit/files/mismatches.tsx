import type { CombinedFileRow } from '../../../api/deposits.js';
import { Message } from '../../../parts/feedback/messages.js';
import { useWords } from '../../../words/language.js';

/** How a file differs from what the METS says of it, with both values. */
export const Mismatches = ({ file }: { readonly file: CombinedFileRow }) => {
  const { depositFiles: words } = useWords();
  if (file.misMatches.length === 0) return null;
  const nameOf = (field: string): string =>
    Object.hasOwn(words.fields, field) ? words.fields[field as keyof typeof words.fields] : field;
  return (
    <Message kind="warn">
      <p>
        <strong>{words.differs(file.misMatches.map(({ field }) => nameOf(field)))}</strong>
      </p>
      <dl className="dl">
        {file.misMatches.map(({ metadataType, field, valueInDeposit, valueInMets }) => (
          <div key={`${metadataType} ${field}`} className="pair-of-dl" title={`${metadataType} ${field}`}>
            <dt>{words.inWorkspace(nameOf(field))}</dt>
            <dd className="digest">{valueInDeposit ?? words.none}</dd>
            <dt>{words.inTheMets(nameOf(field))}</dt>
            <dd className="digest">{valueInMets ?? words.none}</dd>
          </div>
        ))}
      </dl>
      <p>{words.differsHow}</p>
    </Message>
  );
};
