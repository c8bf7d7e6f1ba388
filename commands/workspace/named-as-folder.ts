import { firstNames } from '../../flow/first-of-many.js';
import type { ObjectAddress } from '../../formats/bytes.js';
import { refuse, type Refusal } from '../core/decider.js';
import { isMarker, type WorkspaceObject } from './workspace-object.js';

/** Refuses objects that have bytes under a key of a folder: no METS and no version could name them. Null without any. */
export const namedAsFolder = (objects: readonly Pick<WorkspaceObject, 'path' | 'size'>[]): Refusal | null => {
  const files = objects.filter((each) => each.path.endsWith('/') && !isMarker(each));
  if (files.length === 0) return null;
  const named = firstNames(files.map(({ path, size }) => `'${path}' (${size} bytes)`));
  return refuse(
    'file-named-as-folder',
    `Only the key of a folder ends in a slash, and a folder has no bytes: ${named}. ` +
      'Upload such a file under a name without the slash at its end, or delete it.',
  );
};

/** Refuses an object that is to be imported where its key is that of a folder. */
export const originNamedAsFolder = ({ bucket, key }: ObjectAddress): Refusal | null =>
  key.endsWith('/')
    ? refuse('file-named-as-folder', `Origin s3://${bucket}/${key} ends in a slash, as only the key of a folder does.`)
    : null;
