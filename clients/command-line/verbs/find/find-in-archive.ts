import type { Archive } from '../../../archive/archive.js';
import { isBelow, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { pathBelow } from '../../looking/target.js';
import { depositorPath, storedPath } from '../../program/depositor-name.js';
import { folded, type Criteria } from './criteria.js';
import type { Found } from './found.js';

const isOf = (path: string, name: string, { text, isNamed }: Criteria): boolean =>
  (text === null || folded(path).includes(text)) && (isNamed === null || isNamed(name));

/** Finds the depositor's files of all groups below a container by what is indexed. */
export async function* findInArchive(
  archive: Pick<Archive, 'search'>,
  container: RepositoryPath,
  criteria: Criteria,
): AsyncGenerator<Found> {
  const { part, digest, since } = criteria;
  const wanted = {
    ...(part === '' && (digest ?? since) !== null ? {} : { text: part === '' ? storedPath('') : part }),
    ...(digest === null ? {} : { digest }),
    ...(since === null ? {} : { since }),
  };
  for await (const { group, stored, version } of archive.search(wanted)) {
    const name = depositorPath(stored);
    if (name === null || !isBelow(group, container)) continue;
    const path = pathBelow(group, name);
    if (isOf(path, name, criteria)) yield { path, version, isNewest: true, file: null };
  }
}
