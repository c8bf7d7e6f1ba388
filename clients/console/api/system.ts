import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { preservation } from './services.js';

export type System = components['schemas']['System'];

/** The numbers of the platform. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => dataOf(preservation.GET('/system', { signal })),
  refetchInterval: 30_000,
});
