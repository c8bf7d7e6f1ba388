import { useQuery } from '@tanstack/react-query';
import { accessConditionsQuery } from '../../../api/deposits.js';

/** The label of a value of access, as the operator has named it; the value itself where nobody has. */
export const useAccessLabel = (): ((value: string) => string) => {
  const { data = [] } = useQuery(accessConditionsQuery);
  const labels = new Map(data.map(({ value, label }) => [value, label]));
  return (value) => labels.get(value) ?? value;
};
