import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { readVersions } from '../../../api/versions.js';
import { Time } from '../../../parts/values.js';
import { useWords } from '../../../words/language.js';

/** Who made a version and when, with links to the job and the deposit that it came from. */
export const VersionMade = ({ path, version }: { readonly path: RepositoryPath; readonly version: number }) => {
  const { repository: words } = useWords();
  const { data } = useQuery({
    queryKey: ['repository', 'versions', path, 'one', version],
    queryFn: ({ signal }) => readVersions(path, { before: version + 1, limit: 1 }, signal),
    staleTime: Infinity,
  });
  const made = data?.versions.find((each) => each.version === version);
  return (
    <p className="facts soft">
      {made === undefined ? null : (
        <>
          <span>
            {made.agent === null ? null : words.madeBy(made.agent)} <Time at={made.made} />
          </span>
          {made.job === null ? null : (
            <span>
              {words.job}{' '}
              <Link to="/jobs/$job" params={{ job: made.job }}>
                {made.job}
              </Link>
            </span>
          )}
          {made.deposit === null ? null : (
            <span>
              {words.fromDeposit}{' '}
              <Link to="/deposits/$deposit" params={{ deposit: made.deposit }}>
                {made.deposit}
              </Link>
            </span>
          )}
        </>
      )}
    </p>
  );
};
