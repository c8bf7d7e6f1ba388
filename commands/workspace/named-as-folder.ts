import type { ObjectAddress } from '../../formats/bytes.js';
import { refuse, type Refusal } from '../core/decider.js';
import { isMarker, type WorkspaceObject } from './workspace-object.js';

/** The most keys that a refusal names. */
const MOST_NAMED = 20;

/** Refuses objects that have bytes under a key of a folder: no METS and no version could name them. Null without any. */
export const namedAsFolder = (objects: readonly Pick<WorkspaceObject, 'path' | 'size'>[]): Refusal | null => {
  const files = objects.filter((each) => each.path.endsWith('/') && !isMarker(each));
  if (files.length === 0) return null;
  const named = files.slice(0, MOST_NAMED).map(({ path, size }) => `'${path}' (${size} bytes)`);
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  return refuse(
    'file-named-as-folder',
    `Only the key of a folder ends in a slash, and a folder has no bytes: ${named.join(', ')}${more}. ` +
      'Upload such a file under a name without the slash at its end, or delete it.',
  );
};

/** Refuses an object that is to be imported where its key is that of a folder. */
export const originNamedAsFolder = ({ bucket, key }: ObjectAddress): Refusal | null =>
  key.endsWith('/')
    ? refuse('file-named-as-folder', `Origin s3://${bucket}/${key} ends in a slash, as only the key of a folder does.`)
    : null;
