import type { RepositoryPath } from '../../../formats/paths/repository-path.js';

/** A file to preserve. */
export interface FileToPreserve {
  readonly text: string;
  /** When it was last changed at its source (RFC 3339). */
  readonly modified?: string;
  readonly format?: { readonly name: string; readonly key: string };
  /** What a scan found; null for a clean file. Not scanned where it is absent. */
  readonly virus?: string | null;
}

/** A version to preserve, with all of its files by their stored paths below `objects/`. */
export interface VersionToPreserve {
  readonly agent: string;
  readonly message: string | null;
  readonly files: Readonly<Record<string, FileToPreserve>>;
}

/** A group to preserve, with a METS in each version. */
export interface GroupToPreserve {
  readonly path: RepositoryPath;
  readonly name: string;
  readonly versions: readonly VersionToPreserve[];
}

/** An object that another program wrote, without a METS, and that was adopted. */
export interface ObjectToAdopt {
  readonly path: RepositoryPath;
  readonly algorithm: 'sha512';
  readonly versions: readonly {
    readonly created: string;
    readonly user: string;
    readonly message: string;
    readonly files: Readonly<Record<string, string>>;
  }[];
}

const text = (words: string): FileToPreserve => ({ text: words });
const SVG: FileToPreserve = {
  text: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  modified: '1998-02-11T08:30:00.000Z',
  format: { name: 'Scalable Vector Graphics', key: 'fmt/92' },
  virus: null,
};
const INFECTED: FileToPreserve = { text: 'not really a virus', virus: 'Eicar-Test-Signature' };

/** A name of 255 bytes. */
const LONG_NAME = `x${'ü'.repeat(125)}.txt`;

/** Names that are awkward in paths, addresses, shells and XML, in seven scripts. */
export const ODD_NAMES: readonly string[] = [
  'Brief an Clara.txt',
  'blank page #7.txt',
  '100 % sure.txt',
  'a%20b.txt',
  'Τὰ πάντα ῥεῖ.txt',
  'письмо.txt',
  'رسالة.txt',
  'מכתב.txt',
  '手紙.txt',
  'चिट्ठी.txt',
  'smile 😀.txt',
  'a"b.txt',
  'back\\slash.txt',
  'two\nlines.txt',
  "it's +&=?.txt",
  'plan@v2',
  LONG_NAME,
];

/** What the contract of an archive is checked against, below a container of its own. */
export const CONTENTS: { readonly groups: readonly GroupToPreserve[]; readonly adopted: ObjectToAdopt } = {
  groups: [
    {
      path: 'letters/1911',
      name: 'Letters of 1911',
      versions: [
        {
          agent: 'ada',
          message: 'First version',
          files: {
            'objects/index.csv': text('a;b\n'),
            'objects/empty.txt': text(''),
            'objects/pictures/mill.svg': SVG,
            'objects/pictures-old.txt': text('before the folder'),
            'objects/to be sorted/page.txt': INFECTED,
          },
        },
        {
          agent: 'ben',
          message: null,
          files: {
            'objects/index.csv': text('a;b\nc;d\n'),
            'objects/empty.txt': text(''),
            'objects/pictures/the mill.svg': SVG,
            'objects/pictures-old.txt': text('before the folder'),
            'objects/letter.txt': text('Dear Clara,'),
          },
        },
        {
          agent: 'ada',
          message: 'Back to the first index',
          files: {
            'objects/index.csv': text('a;b\n'),
            'objects/empty.txt': text(''),
            'objects/pictures/old mill.svg': SVG,
            'objects/pictures-old.txt': text('before the folder'),
            'objects/letter.txt': text('Dear Clara,'),
          },
        },
      ],
    },
    {
      path: 'letters/1911-12',
      name: 'Letters of 1911 and 1912',
      versions: [{ agent: 'ada', message: null, files: { 'objects/other.txt': text('another group') } }],
    },
    {
      path: 'odd names',
      name: 'Odd names',
      versions: [
        {
          agent: 'ada',
          message: null,
          files: Object.fromEntries(ODD_NAMES.map((name) => [`objects/${name}`, text(`in ${name}`)])),
        },
      ],
    },
  ],
  adopted: {
    path: 'adopted',
    algorithm: 'sha512',
    versions: [
      {
        created: '2019-01-01T02:03:04Z',
        user: 'Maja',
        message: 'deposited',
        files: { 'objects/a.txt': 'one', 'objects/b.txt': 'two' },
      },
      {
        created: '2020-01-01T02:03:04Z',
        user: 'Maja',
        message: 'moved',
        files: { 'objects/a.txt': 'one', 'objects/c.txt': 'two', 'notes.txt': 'beside' },
      },
    ],
  },
};
