import { useQueries } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import type { System } from '../../api/system.js';
import { Mark } from '../../parts/marks.js';
import { useFormats, useWords } from '../../words/language.js';

interface ConnectionLine {
  readonly key: 'storage' | 'workspaceBucket' | 'repositoryBucket';
  readonly isFine: boolean | null;
  /** Why not, in the words of the platform. */
  readonly error: string | null;
  readonly ms: number | null;
}

const CHECKS = [
  { key: 'storage', ask: (signal: AbortSignal) => preservation.GET('/storage', { signal }) },
  { key: 'workspaceBucket', ask: (signal: AbortSignal) => preservation.GET('/storage/check-s3', { signal }) },
  { key: 'repositoryBucket', ask: (signal: AbortSignal) => preservation.GET('/storage/check-storage-s3', { signal }) },
] as const;

/** Whether the storage service answers and both buckets can be read, each with the time it took. */
export const useConnections = () => {
  const results = useQueries({
    queries: CHECKS.map(({ key, ask }) => ({
      queryKey: ['connections', key],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const began = performance.now();
        const check = await dataOf(ask(signal));
        return { ...check, ms: Math.round(performance.now() - began) };
      },
      retry: false,
      refetchInterval: 30_000,
    })),
  });
  const lines = CHECKS.map(({ key }, index): ConnectionLine => {
    const { data, error } = results[index] ?? {};
    if (error) return { key, isFine: false, error: error.message, ms: null };
    return { key, isFine: data?.success ?? null, error: data?.error ?? null, ms: data?.ms ?? null };
  });
  return {
    lines,
    failures: lines.filter(({ isFine }) => isFine === false).length,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
};

/** The services and stores, one line each. */
export const Connections = ({
  system,
  lines,
}: {
  readonly system: System;
  readonly lines: readonly ConnectionLine[];
}) => {
  const { system: words } = useWords();
  const { duration } = useFormats();
  const running = (Date.parse(system.asOf) - Date.parse(system.started)) / 1_000;
  return (
    <>
      <div className="sysrow">
        <Mark shape="ok">{words.answers}</Mark>
        <span>{words.preservation}</span>
        <span className="muted">{words.since(system.version, duration(running))}</span>
      </div>
      {lines.map(({ key, isFine, error, ms }) => {
        const [yes, no] = key === 'storage' ? [words.answers, words.silent] : [words.readable, words.notReadable];
        return (
          <div key={key} className="sysrow">
            <Mark shape={isFine === null ? 'wait' : isFine ? 'ok' : 'fail'}>
              {isFine === false ? no : isFine === null ? words.looking : yes}
            </Mark>
            <span>{words[key]}</span>
            <span className="muted">{error ?? (ms === null ? null : words.inMs(ms))}</span>
          </div>
        );
      })}
    </>
  );
};
