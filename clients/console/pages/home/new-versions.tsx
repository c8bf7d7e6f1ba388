import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { startOfYesterday } from '../../api/days.js';
import { idOf, pathOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { Loaded } from '../../parts/feedback/loading.js';
import { Section } from '../../parts/page.js';
import { Delta, Time } from '../../parts/values.js';
import { useWords } from '../../words/language.js';

const SHOWN = 5;

/** How many versions imports made since yesterday; null before that is known. */
export const useMadeSinceYesterday = (): number | null => {
  const query = { kind: 'import', state: 'completed', endedFrom: startOfYesterday(), pageSize: 1 };
  const { data } = useQuery({
    queryKey: ['jobs', 'count', query],
    queryFn: ({ signal }) => dataOf(preservation.GET('/jobs', { params: { query }, signal })),
  });
  return data?.total ?? null;
};

/** The versions that imports made last. */
export const NewVersions = () => {
  const { home: words } = useWords();
  const query = useQuery({
    queryKey: ['jobs', 'imports', 'ended'],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/jobs', {
          params: { query: { kind: 'import', state: 'completed', pageSize: SHOWN } },
          signal,
        }),
      ),
  });
  return (
    <Section title={words.newVersions} link={<Link to="/activity">{words.activity}</Link>}>
      <Loaded query={query} rows={3}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p className="muted">{words.noVersions}</p>
          ) : (
            <ul>
              {jobs.map((job) =>
                job.archivalGroup === null ? null : (
                  <li key={job.jobId} className="li">
                    <div className="l1">
                      <Link to="/repository/$" params={{ _splat: pathOf(job.archivalGroup) }}>
                        {job.archivalGroupName ?? pathOf(job.archivalGroup)}
                      </Link>
                      <b>{job.version}</b>
                      <span className="r">
                        <Time at={job.finished} />
                      </span>
                    </div>
                    <div className="l2 apart">
                      {job.planned ? <Delta {...job.planned} /> : <span />}
                      <span className="muted">{idOf(job.agent)}</span>
                    </div>
                  </li>
                ),
              )}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
};
