import type { ReactNode } from 'react';
import { useAccessWords } from '../../parts/access-words.js';
import { Mark } from '../../parts/marks.js';
import { useStatementName } from '../../parts/rights-statements.js';
import { Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';
import type { MetsSummary } from './read-mets.js';

/** A line of grey words below what is said. */
const Below = ({ children }: { readonly children: ReactNode }) => (
  <>
    <br />
    <span className="muted">{children}</span>
  </>
);

/** Of how many files below objects a format is known. */
export const FormatsFact = ({ content: { files, identified } }: Pick<MetsSummary, 'content'>) => {
  const { mets: words } = useWords();
  return (
    <>
      {words.ofFiles(identified)}
      {files === identified ? null : <Below>{words.notIdentified(files - identified)}</Below>}
    </>
  );
};

/** How many files below objects were scanned, and when last. */
export const ScansFact = ({ content: { files, scanned, infected, lastScan } }: Pick<MetsSummary, 'content'>) => {
  const { mets: words } = useWords();
  return (
    <>
      {words.ofFiles(scanned)}
      {lastScan === null ? null : (
        <>
          , {words.lastScan} <Time at={lastScan} />
        </>
      )}
      {infected === 0 ? null : (
        <>
          <br />
          <Mark shape="inf">{words.infected(infected)}</Mark>
        </>
      )}
      {files === scanned ? null : <Below>{words.notScanned(files - scanned)}</Below>}
    </>
  );
};

const Terms = ({
  counted: { terms, others },
  name,
}: {
  readonly counted: MetsSummary['access'];
  readonly name: (values: readonly string[]) => string;
}) => {
  const { mets: words } = useWords();
  if (terms.length === 0) return <span className="muted">{words.notSaid}</span>;
  return (
    <>
      {terms.map(({ values, path, files, folders }) => (
        <div key={values.join(' ')}>
          {name(values)} <span className="muted">{words.termsFor(path, folders, files)}</span>
        </div>
      ))}
      {others === 0 ? null : <div className="muted">{words.otherTerms(others)}</div>}
    </>
  );
};

/** Which access is set, and where. */
export const AccessFact = ({ access }: Pick<MetsSummary, 'access'>) => (
  <Terms counted={access} name={useAccessWords()} />
);

/** Which rights are set, and where. */
export const RightsFact = ({ rights }: Pick<MetsSummary, 'rights'>) => {
  const { mets: words } = useWords();
  const nameOf = useStatementName();
  return (
    <Terms counted={rights} name={([statement]) => (statement === undefined ? words.noRights : nameOf(statement))} />
  );
};
