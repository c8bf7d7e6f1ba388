import { withinDeadline } from '../../../flow/deadline.js';
import { countedViews } from '../../../projections/read-models.js';
import { readBuilds, type NamedBuild, type StatesOptions } from '../../../projections/view-states.js';
import type { Metrics, Reading } from '../../metrics/metrics.js';

/** What is being built anew; empty while the stores do not tell. */
export type ReadViewBuilds = () => Promise<readonly NamedBuild[]>;

/** So long the operations pages wait for the state of views. */
const ASKED_FOR_MS = 2_000;

/** The read models of the platform and the search indexes of this process that are being built anew. */
export const viewBuilds = (options: Pick<StatesOptions, 'documents' | 'indexes' | 'now'>): ReadViewBuilds => {
  const names = countedViews.map(({ name }) => name);
  return () => withinDeadline(readBuilds({ ...options, names }), { ms: ASKED_FOR_MS }).catch(() => []);
};

/** The same for the operations pages. */
export const viewBuildsReport = async (read: ReadViewBuilds): Promise<readonly object[]> =>
  (await read()).map(([view, { percent, remainingSeconds, fetched }]) => ({
    view,
    percent,
    remainingSeconds,
    fetched,
  }));

/** Publishes how far what is being built is, as metrics. */
export const measureViewBuilds = (metrics: Metrics, read: ReadViewBuilds): void => {
  const gauge = (name: string, help: string, valueOf: (build: NamedBuild[1]) => number | null): void =>
    metrics.gauge(name, help, ['view'], async () =>
      (await read()).flatMap(([view, build]): readonly Reading[] => {
        const value = valueOf(build);
        return value === null ? [] : [{ labels: { view }, value }];
      }),
    );
  gauge(
    'muniment_view_build_ratio',
    'How much of the event log a read model or a search index that is being built has read, from 0 to 1.',
    ({ percent }) => percent / 100,
  );
  gauge(
    'muniment_view_build_remaining_seconds',
    'How long building goes on, if it goes on as fast as so far.',
    ({ remainingSeconds }) => remainingSeconds,
  );
};
