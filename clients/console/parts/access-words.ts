import { useQuery } from '@tanstack/react-query';
import { accessConditionsQuery } from '../api/system.js';

/** The words of the platform for its access conditions; a value without one is its own. */
export const useAccessWords = (): ((values: readonly string[]) => string) => {
  const { data = [] } = useQuery(accessConditionsQuery);
  return (values) => values.map((value) => data.find((each) => each.value === value)?.label ?? value).join(', ');
};
