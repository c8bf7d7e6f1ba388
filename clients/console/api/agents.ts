import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import { idOf } from './identifiers.js';
import { preservation } from './services.js';

/** The people who have done something here. */
export const useAgents = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: ['agents'],
    queryFn: ({ signal }) => dataOf(preservation.GET('/agents', { signal })),
  });
  return (data ?? []).map((uri) => idOf(uri));
};
