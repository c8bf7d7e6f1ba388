import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { JobState } from '../../parts/job-state.js';
import { Section } from '../../parts/page.js';
import { Delta, Time } from '../../parts/values.js';
import { useFormats, useWords } from '../../words/language.js';

/** Imports that are listed; the list of jobs has all. */
const SHOWN = 10;

/** The last imports of a deposit, the newest first. */
export const EarlierImports = ({ depositId }: { readonly depositId: string }) => {
  const { import: words } = useWords();
  const { count } = useFormats();
  const { data } = useQuery({
    queryKey: ['jobs', 'imports of', depositId],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/jobs', {
          params: { query: { kind: 'import', deposit: depositId, pageSize: SHOWN } },
          signal,
        }),
      ),
  });
  if (data === undefined || data.total === 0) return null;
  return (
    <Section title={words.earlier} count={count(data.total)}>
      {data.jobs.map((job) => (
        <div key={job.id} className="sysrow">
          <JobState job={job} />
          <span>
            <Link to="/deposits/$deposit/import/$result" params={{ deposit: depositId, result: job.jobId }}>
              <Time at={job.submitted} />
            </Link>{' '}
            <span className="muted">{words.by(idOf(job.agent))}</span>
          </span>
          <span>
            {job.version} {job.planned === null ? null : <Delta {...job.planned} />}
          </span>
        </div>
      ))}
    </Section>
  );
};
