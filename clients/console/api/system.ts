import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { preservation } from './services.js';

export type System = components['schemas']['SystemState'];

/** The numbers of the platform. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => dataOf(preservation.GET('/system', { signal })),
  refetchInterval: 30_000,
});

/** The access conditions of the platform, with its words for them. */
export const accessConditionsQuery = queryOptions({
  queryKey: ['system', 'access-conditions'],
  queryFn: ({ signal }) => dataOf(preservation.GET('/access-conditions', { signal })),
  staleTime: 'static',
});

/** The types of ranges that the platform offers. */
export const rangeTypesQuery = queryOptions({
  queryKey: ['system', 'range-types'],
  queryFn: ({ signal }) => dataOf(preservation.GET('/range-types', { signal })),
  staleTime: 'static',
});
