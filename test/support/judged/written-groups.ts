/** One job: what becomes of the resources of a group, by their paths in it. */
export interface WrittenVersion {
  /** What is special about it. */
  readonly title: string;
  /** The group's name from now on. */
  readonly name?: string;
  readonly containers?: readonly string[];
  /** Texts of files. */
  readonly add?: Readonly<Record<string, string>>;
  readonly patch?: Readonly<Record<string, string>>;
  readonly deleted?: readonly string[];
  readonly deletedContainers?: readonly string[];
  /** New display names. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly renamedContainers?: Readonly<Record<string, string>>;
  /** It claims a digest that is not that of its bytes, so it must fail and leave nothing. */
  readonly mustFail?: boolean;
}

/** A group by its slug, and the jobs that make it, one after another. */
export interface WrittenGroup {
  readonly slug: string;
  readonly versions: readonly WrittenVersion[];
}

const LONG = 'n'.repeat(290);
const DEEP = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(200));

/** None has a quotation mark, backslash or control character: rocfl 1.7 reads no path that JSON must escape. */
const ODD_NAMES = [
  'a b.txt',
  ' ',
  'c#d.txt',
  '100%.txt',
  '%20.txt',
  'e&f=g?.txt',
  'h😀.txt',
  'caf\u00e9.txt',
  'cafe\u0301.txt',
  '...',
  '.hidden',
  "o'h!(1)*.txt",
  'v1',
  'inventory.json',
  '0=ocfl_object_1.1',
  `${LONG}.txt`,
];

const textsOf = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, `The text of ${path}\n`]));

/** One of everything that an import can make of a group. */
export const WRITTEN_GROUPS: readonly WrittenGroup[] = [
  {
    slug: 'letters',
    versions: [
      {
        title: 'the first version, with the same bytes under two names and a file of no bytes',
        name: 'Letters',
        containers: ['objects', 'objects/1911', 'nothing-yet'],
        add: {
          'mets.xml': '<mets/>',
          'objects/one.txt': 'one',
          'objects/two.txt': 'two',
          'objects/1911/one again.txt': 'one',
          'objects/1911/empty': '',
        },
      },
      {
        title: 'an update: added, patched and deleted',
        add: { 'objects/three.txt': 'three' },
        patch: { 'mets.xml': '<mets ID="m2"/>' },
        deleted: ['objects/1911/one again.txt'],
      },
      {
        title: 'renamed only',
        renamed: { 'objects/one.txt': 'Letter #1: “Dear Ada”' },
        renamedContainers: { objects: 'The letters themselves' },
      },
      { title: 'deleted only', deleted: ['objects/three.txt'] },
      { title: 'patched only', patch: { 'mets.xml': '<mets ID="m5"/>' } },
      { title: 'bytes that are there already', add: { 'objects/copy of two.txt': 'two', 'objects/1911/nil': '' } },
      { title: 'a path that was deleted, added again', add: { 'objects/three.txt': 'three, once more' } },
      { title: 'another name of the group only', name: 'Letters of 1911' },
      {
        title: 'a file becomes a container',
        deleted: ['objects/two.txt'],
        containers: ['objects/two.txt'],
        add: { 'objects/two.txt/page 1': 'page 1' },
      },
      {
        title: 'a container becomes a file again',
        deleted: ['objects/two.txt/page 1'],
        deletedContainers: ['objects/two.txt', 'nothing-yet'],
        add: { 'objects/two.txt': 'two' },
      },
      { title: 'a job in which nothing changes' },
      {
        title: 'all deleted',
        deleted: ['objects/1911/empty', 'objects/1911/nil'],
        deletedContainers: ['objects/1911'],
      },
    ],
  },
  {
    slug: 'odd-names',
    versions: [
      {
        title: 'odd names of files and containers',
        name: 'Odd names',
        containers: ['x y#z', 'x y#z/😀', ...DEEP.map((_, index) => DEEP.slice(0, index + 1).join('/'))],
        add: textsOf([
          ...ODD_NAMES,
          ...ODD_NAMES.map((name) => `x y#z/😀/${name}`),
          `${DEEP.join('/')}/${LONG}`,
          `${DEEP.join('/')}/short`,
        ]),
      },
      { title: 'odd names patched', patch: Object.fromEntries(ODD_NAMES.map((name) => [name, `${name}, revised`])) },
      { title: 'odd names deleted', deleted: ODD_NAMES },
    ],
  },
  {
    slug: 'empty',
    versions: [
      { title: 'a group without anything', name: 'Empty' },
      { title: 'a container without anything', containers: ['nothing'] },
      { title: 'a first file', add: { 'nothing/something': 'something' } },
      { title: 'empty again', deleted: ['nothing/something'], deletedContainers: ['nothing'] },
    ],
  },
  {
    slug: 'after-failures',
    versions: [
      { title: 'a first job that fails', name: 'In vain', add: { a: 'alpha', b: 'beta' }, mustFail: true },
      { title: 'the job after it', name: 'At last', add: { a: 'alpha', b: 'beta' } },
      { title: 'an update that fails', add: { c: 'gamma' }, mustFail: true },
      { title: 'another that fails', patch: { a: 'alpha, revised' }, mustFail: true },
      { title: 'the update after them', add: { c: 'gamma' }, patch: { a: 'alpha, revised' } },
    ],
  },
];
