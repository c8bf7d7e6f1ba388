import { countedViews } from '../../../projections/read-models.js';
import { differenceText } from '../../../projections/comparison/difference-text.js';
import {
  viewChecker,
  type ViewCheck,
  type ViewChecker,
  type ViewCheckerOptions,
} from '../../../workers/view-checker/view-checker.js';
import type { Metrics, Reading } from '../../metrics/metrics.js';
import type { Singletons } from './singletons.js';

/** Makes one process compare the read models with the log. */
export const keepViewChecks = async (
  options: Omit<ViewCheckerOptions, 'views'>,
  singletons: Singletons,
): Promise<ViewChecker> => {
  const checker = viewChecker({ ...options, views: countedViews });
  await singletons.runDelayed('view-checker', checker.open);
  return checker;
};

const secondsSince = ({ endedAt }: ViewCheck): number => (performance.now() - endedAt) / 1_000;

/** The last comparison for the operations pages; null where this process does not compare. */
export const viewCheckReport = ({ latest }: ViewChecker): object | null => {
  const check = latest();
  if (check === null) return null;
  const views = check.comparisons.map(({ name, generation, counted, differences }) => ({
    name,
    generation,
    counted,
    differences: differences.map((difference) => differenceText(name, difference)),
  }));
  return { secondsAgo: Math.round(secondsSince(check)), views };
};

/** Which read models differed from the log when they were last compared; null where none did. */
export const viewCheckFault = (checker: ViewChecker | null): string | null => {
  const differing = (checker?.latest()?.comparisons ?? []).flatMap(({ name, differences }) =>
    differences.map((difference) => differenceText(name, difference)),
  );
  return differing.length === 0 ? null : differing.join(' ');
};

/** By how many facts each view differs from the log; at least 1 where the counts agree but the facts differ. */
const differing = ({ latest }: ViewChecker): readonly Reading[] =>
  (latest()?.comparisons ?? []).flatMap(({ name, counted, differences }) => {
    const categories = countedViews.find((view) => view.name === name)?.categories ?? [];
    return (counted ? categories : []).map((category) => {
      const found = differences.find((difference) => difference.category === category);
      const value = found === undefined ? 0 : Math.max(1, Math.abs(found.inLog - found.consumed));
      return { labels: { view: name, category }, value };
    });
  });

/** Publishes the last comparison as metrics. */
export const measureViewChecks = (metrics: Metrics, checker: ViewChecker): void => {
  metrics.gauge(
    'muniment_view_facts_differing',
    'By how many facts a read model differs from the event log, at the last comparison.',
    ['view', 'category'],
    () => Promise.resolve(differing(checker)),
  );
  metrics.gauge(
    'muniment_view_comparison_age_seconds',
    'How long ago the read models were compared with the event log.',
    [],
    () => {
      const check = checker.latest();
      const seconds = check === null ? [] : [secondsSince(check)];
      return Promise.resolve(seconds.map((value) => ({ labels: {}, value })));
    },
  );
};
