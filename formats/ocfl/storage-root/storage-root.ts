import { createHash } from 'node:crypto';

const LAYOUT = '0004-hashed-n-tuple-storage-layout';
const TUPLE_SIZE = 3;
const NUMBER_OF_TUPLES = 3;

/** A small object whose content is fixed. */
export interface FixedObject {
  readonly key: string;
  readonly content: string;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Joins a key prefix (empty, with or without a final slash) and a path. */
export const keyBelow = (prefix: string, path: string): string =>
  prefix === '' || prefix.endsWith('/') ? prefix + path : `${prefix}/${path}`;

/** The files of an OCFL 1.1 storage root below a key prefix, with the layout of `objectRoot`. */
export const storageRootFiles = (prefix = ''): FixedObject[] => [
  { key: keyBelow(prefix, '0=ocfl_1.1'), content: 'ocfl_1.1\n' },
  {
    key: keyBelow(prefix, 'ocfl_layout.json'),
    content: json({
      extension: LAYOUT,
      description: 'Hashed n-tuple storage layout: three tuples of three characters of the SHA-256 of the object id.',
    }),
  },
  {
    key: keyBelow(prefix, `extensions/${LAYOUT}/config.json`),
    content: json({
      extensionName: LAYOUT,
      digestAlgorithm: 'sha256',
      tupleSize: TUPLE_SIZE,
      numberOfTuples: NUMBER_OF_TUPLES,
      shortObjectRoot: false,
    }),
  },
];

/**
 * The key of an object root, without a final slash: layout 0004 over the object id, below the storage root's prefix.
 */
export const objectRoot = (objectId: string, prefix = ''): string => {
  const digest = createHash('sha256').update(objectId, 'utf8').digest('hex');
  const tuples = Array.from({ length: NUMBER_OF_TUPLES }, (_, index) =>
    digest.slice(index * TUPLE_SIZE, (index + 1) * TUPLE_SIZE),
  );
  return keyBelow(prefix, [...tuples, digest].join('/'));
};

/** The declaration file of an OCFL 1.1 object. */
export const objectDeclaration = (root: string): FixedObject => ({
  key: `${root}/0=ocfl_object_1.1`,
  content: 'ocfl_object_1.1\n',
});
