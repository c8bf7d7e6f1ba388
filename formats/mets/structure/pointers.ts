import { forEachElement } from '../../xml/navigate.js';
import type { Readable } from '../../xml/readable.js';
import { METS } from '../elements/namespaces.js';
import { filesWithin, type MetsSections } from './sections.js';

/** The FILEIDs of a pointer: its own, else those of the areas in it. */
export const fileIdsOf = <E extends Readable<E>>(pointer: E): readonly string[] => {
  const onPointer = pointer.attribute('FILEID');
  if (onPointer !== null) return [onPointer];
  const ids = new Set<string>();
  forEachElement(pointer, (element) => {
    const id = element.name === 'area' && element.namespace === METS ? element.attribute('FILEID') : null;
    if (id !== null) ids.add(id);
  });
  return [...ids];
};

/** The target of a pointer: a file, or all files of a group. */
export interface PointedAt<E> {
  /** The file or the group. */
  readonly target: E;
  readonly isGroup: boolean;
  readonly files: readonly E[];
}

/**
 * The file with an ID, or the files of a fileGrp with it, as in E-ARK packages. Null where neither has it. Throws
 * MetsFault `mets-duplicate-id`.
 */
export const pointedAt = <E extends Readable<E>>(
  { ids }: Pick<MetsSections<E>, 'ids'>,
  id: string,
): PointedAt<E> | null => {
  const file = ids.get(id, 'file');
  const group = ids.get(id, 'fileGrp');
  const target = file ?? group;
  if (target === undefined) return null;
  ids.unambiguous(id);
  return { target, isGroup: file === undefined, files: file === undefined ? filesWithin(target) : [file] };
};
