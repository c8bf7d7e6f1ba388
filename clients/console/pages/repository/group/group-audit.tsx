import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { isUnderWay, lastAuditQuery } from '../../../api/jobs.js';
import { Mark } from '../../../parts/marks.js';
import { Time } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';

/** How the audit of a group alone that was asked for last ended, or that it is under way. */
export const GroupAudit = ({
  path,
  newest,
}: {
  readonly path: RepositoryPath;
  /** When the newest version was made. */
  readonly newest: string | null | undefined;
}) => {
  const { repository: words } = useWords();
  const { data: audit } = useQuery(lastAuditQuery(path));
  if (audit === undefined || audit === null || audit.cancelledBy !== null) return null;
  const { jobId, finished, failures } = audit;
  const job = { to: '/jobs/$job', params: { job: jobId } } as const;
  if (isUnderWay(audit))
    return (
      <span>
        <Mark shape="run">
          <Link {...job}>{words.verifying}</Link>
        </Mark>
      </span>
    );
  if (finished === null) return null;
  const hasSeen = newest === undefined || newest === null || finished >= newest;
  const shape = failures > 0 ? 'fail' : hasSeen ? 'ok' : 'info';
  return (
    <span>
      <Mark shape={shape}>
        <Link {...job}>{failures === 0 ? words.verified : words.verifiedWith(failures)}</Link>
      </Mark>{' '}
      <Time at={finished} />
      {hasSeen ? null : `, ${words.beforeNewest}`}
    </span>
  );
};
