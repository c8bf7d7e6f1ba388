import type { EventStore } from '../../events/store.js';
import { compareWithLog, type CountedView } from '../../projections/comparison/compare-with-log.js';
import { differenceText } from '../../projections/comparison/difference-text.js';
import type { DocumentStore } from '../../projections/documents.js';
import type { AuditFinding } from './audit-finding.js';
import type { AuditListener } from './audit-dependencies.js';

/** What an audit of the read models uses; it only reads. */
export interface AuditedViews {
  readonly views: readonly CountedView[];
  readonly events: EventStore;
  readonly documents: Pick<DocumentStore, 'register'>;
  readonly report: AuditListener;
}

const NO_KEY = '-';

/**
 * Compares what each read model has consumed up to its checkpoint with the log. Answers the names of those without a
 * tally, which an earlier version of the software has written. Rejects with the faults of the ports.
 */
export const auditViews = async ({ views, events, documents, report }: AuditedViews): Promise<readonly string[]> => {
  const comparisons = await compareWithLog(views, { events, documents });
  const findings = comparisons.flatMap(({ name, differences }) =>
    differences.map((difference): AuditFinding => {
      const { category, inLog, consumed } = difference;
      const [expected, found] = [inLog, consumed].map((count) => `${count} of ${category}`);
      const message = differenceText(name, difference);
      return {
        code: 'view-differs',
        group: null,
        key: NO_KEY,
        message,
        expected: expected ?? null,
        found: found ?? null,
      };
    }),
  );
  report.found(findings);
  return comparisons.filter(({ counted }) => !counted).map(({ name }) => name);
};
