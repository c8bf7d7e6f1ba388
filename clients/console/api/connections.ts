import { useQueries } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import { preservation } from './services.js';

const CHECKS = {
  storage: (signal: AbortSignal) => preservation.GET('/storage', { signal }),
  workspaceBucket: (signal: AbortSignal) => preservation.GET('/storage/check-s3', { signal }),
  repositoryBucket: (signal: AbortSignal) => preservation.GET('/storage/check-storage-s3', { signal }),
} as const;
type ConnectionKey = keyof typeof CHECKS;

/** The storage service, and both stores. */
export const CONNECTIONS: readonly ConnectionKey[] = ['storage', 'workspaceBucket', 'repositoryBucket'];
export const STORES: readonly ConnectionKey[] = ['workspaceBucket', 'repositoryBucket'];

/** Whether something that the platform needs can be reached. */
export interface ConnectionLine {
  readonly key: ConnectionKey;
  readonly isFine: boolean | null;
  /** Why not, in the words of the platform. */
  readonly error: string | null;
  readonly ms: number | null;
}

/** Whether the storage service answers and both buckets can be read, each with the time it took. */
export const useConnections = (keys: readonly ConnectionKey[]) => {
  const results = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['connections', key],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const began = performance.now();
        const check = await dataOf(CHECKS[key](signal));
        return { ...check, ms: Math.round(performance.now() - began) };
      },
      retry: false,
      refetchInterval: 30_000,
    })),
  });
  const lines = keys.map((key, index): ConnectionLine => {
    const { data, error } = results[index] ?? {};
    if (error) return { key, isFine: false, error: error.message, ms: null };
    return { key, isFine: data?.success ?? null, error: data?.error ?? null, ms: data?.ms ?? null };
  });
  return {
    lines,
    /** When the first of them was looked at, in milliseconds. */
    asOf: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    failures: lines.filter(({ isFine }) => isFine === false).length,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
};
