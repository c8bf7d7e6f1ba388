import { useQuery } from '@tanstack/react-query';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { readVersions } from '../../api/versions.js';
import { useFormats } from '../../words/language.js';

/** Versions that the field describes; of more only the numbers are offered. */
const DESCRIBED = 50;

/** Chooses a version of a group: by number, of the newest also when it was made and by whom. */
export const VersionField = ({
  path,
  head,
  label,
  value,
  onChange,
}: {
  readonly path: RepositoryPath;
  readonly head: number;
  readonly label: string;
  readonly value: string;
  readonly onChange: (version: string) => void;
}) => {
  const { when } = useFormats();
  const { data } = useQuery({
    queryKey: ['repository', 'versions', path, head, 'described'],
    queryFn: ({ signal }) => readVersions(path, { limit: DESCRIBED }, signal),
  });
  const described = new Map(data?.versions.map((version) => [version.version, version]));
  return (
    <select className="in version" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {Array.from({ length: head }, (_, index) => {
        const version = head - index;
        const known = described.get(version);
        const more = known === undefined ? [] : [when(known.made), ...(known.agent === null ? [] : [known.agent])];
        return (
          <option key={version} value={`v${version}`}>
            {[`v${version}`, ...more].join(', ')}
          </option>
        );
      })}
    </select>
  );
};
