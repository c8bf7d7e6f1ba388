import { useQuery } from '@tanstack/react-query';
import { accessConditionsQuery } from '../../../api/deposits.js';
import { useWords } from '../../../words/language.js';
import { statementCode } from './rights-statements.js';

/** The label of a value of access, as the operator has named it; the value itself where nobody has. */
export const useAccessLabel = (): ((value: string) => string) => {
  const { data = [] } = useQuery(accessConditionsQuery);
  const labels = new Map(data.map(({ value, label }) => [value, label]));
  return (value) => labels.get(value) ?? value;
};

/** The name of a rights statement, of its address; the address itself where it has none here. */
export const useStatementName = (): ((address: string) => string) => {
  const { depositFiles } = useWords();
  return (address) => {
    const code = statementCode(address);
    return code === null ? address : depositFiles.statements[code];
  };
};
