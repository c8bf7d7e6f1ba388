import { useWords } from '../words/language.js';

/** The statements of rightsstatements.org, by the codes in their addresses; their names are in the catalogue. */
export const STATEMENTS = [
  'InC',
  'InC-OW-EU',
  'InC-EDU',
  'InC-NC',
  'InC-RUU',
  'NoC-CR',
  'NoC-NC',
  'NoC-OKLR',
  'NoC-US',
  'CNE',
  'UND',
  'NKC',
] as const;
export type StatementCode = (typeof STATEMENTS)[number];

export const statementAddress = (code: StatementCode): string => `http://rightsstatements.org/vocab/${code}/1.0/`;

/** The code of a statement of rightsstatements.org, of its address; null for any other address. */
export const statementCode = (address: string): StatementCode | null => {
  const code = /^https?:\/\/rightsstatements\.org\/(?:vocab|page)\/([^/]+)\//i.exec(address)?.[1];
  return STATEMENTS.find((each) => each === code) ?? null;
};

/** The name of a rights statement, of its address; the address itself where it has none here. */
export const useStatementName = (): ((address: string) => string) => {
  const { depositFiles } = useWords();
  return (address) => {
    const code = statementCode(address);
    return code === null ? address : depositFiles.statements[code];
  };
};
