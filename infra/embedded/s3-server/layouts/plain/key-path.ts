import { join } from 'node:path';
import { keyViolation } from '../../../../../formats/key-violation.js';
import { refused, success, type Result } from '../../../../../flow/result.js';

const MOST_NAME_BYTES = 255;

const nameViolation = (name: string): string | null => {
  if (name === '') return 'has an empty segment';
  if (name === '.' || name === '..') return `has the segment ${name}`;
  if (name.includes('\0')) return 'has a NUL character';
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) return `has a segment of more than ${MOST_NAME_BYTES} bytes`;
  return null;
};

/** The path of a key below the root of a bucket of plain files, or why it can have none. */
export const filePathOf = (root: string, key: string): Result<string, string> => {
  const whole = keyViolation(key);
  if (whole !== null) return refused(whole);
  const segments = key.split('/');
  for (const segment of segments) {
    const violation = nameViolation(segment);
    if (violation !== null) return refused(`there keys are file paths, and this one ${violation}`);
  }
  return success(join(root, ...segments));
};
