import { ancestorsOf, isBelow, parentOf } from '../../../formats/paths/repository-path.js';

/** The containers below one that is always there: what clients may know of them, in the fewest words. */
export type ContainerModel = Map<string, 'container' | 'tombstone'>;

const isFreeBelow = (model: ContainerModel, path: string): boolean =>
  ancestorsOf(path).every((ancestor) => model.get(ancestor) === 'container');

/** The children that a container lists. */
export const childrenIn = (model: ContainerModel, path: string): string[] =>
  [...model].flatMap(([each, state]) => (state === 'container' && (parentOf(each) ?? '') === path ? [each] : []));

/** The status with which each request must be answered. */
export const answers = {
  get: (model: ContainerModel, path: string): number =>
    ({ container: 200, tombstone: 410, none: 404 })[model.get(path) ?? 'none'],
  put(model: ContainerModel, path: string): number {
    if (!isFreeBelow(model, path)) return 409;
    return { container: 409, tombstone: 410, none: 201 }[model.get(path) ?? 'none'];
  },
  remove(model: ContainerModel, path: string, purge: boolean): number {
    if (model.get(path) === 'container') return childrenIn(model, path).length > 0 ? 400 : 204;
    return { tombstone: purge ? 204 : 410, none: 404 }[model.get(path) === 'tombstone' ? 'tombstone' : 'none'];
  },
};

/** What a deletion that succeeds makes of the containers. */
export const removeFrom = (model: ContainerModel, path: string, purge: boolean): void => {
  if (!purge) model.set(path, 'tombstone');
  else for (const each of [...model.keys()]) if (each === path || isBelow(each, path)) model.delete(each);
};
