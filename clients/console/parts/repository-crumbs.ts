import { ancestorsOf, lastName, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { Crumb } from './page.js';

/** A step to a path of the repository. */
export const crumbTo = (path: RepositoryPath, label: string, search: Record<string, string> = {}): Crumb => ({
  label,
  link: { to: '/repository/$', params: { _splat: path }, search },
});

/** The steps from the top of the repository to what is above a path. */
export const crumbsAbove = (path: RepositoryPath, top: string): readonly Crumb[] => [
  crumbTo('', top),
  ...ancestorsOf(path).map((above) => crumbTo(above, lastName(above))),
];
