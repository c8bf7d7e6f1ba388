import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { isUnderWay, lastAuditQuery } from '../../api/jobs.js';
import { Mark } from '../../parts/marks.js';
import { Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';

/** How the audit of a group alone that was asked for last ended, or that it is under way. */
export const GroupAudit = ({ path }: { readonly path: RepositoryPath }) => {
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
  return (
    <span>
      <Mark shape={failures === 0 ? 'ok' : 'fail'}>
        <Link {...job}>{failures === 0 ? words.verified : words.verifiedWith(failures)}</Link> <Time at={finished} />
      </Mark>
    </span>
  );
};
