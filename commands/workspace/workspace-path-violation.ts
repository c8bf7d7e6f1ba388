import { keyViolation } from '../../formats/key-violation.js';
import { pathViolation } from '../../formats/paths/repository-path.js';
import { xmlTextViolation } from '../../formats/xml/characters.js';

/** Why no file or folder of a workspace can have a path below the prefix of its deposit; null where one can. */
export const workspacePathViolation = (prefix: string, path: string): string | null => {
  const unwritable = xmlTextViolation(path);
  return pathViolation(path) ?? keyViolation(prefix + path) ?? (unwritable && `no METS could name it: ${unwritable}`);
};
