import type { Formats } from '../formats.js';

/** The search page. */
export const searchWords = ({ count, plural }: Formats) => ({
  title: 'Search',
  of: (text: string) => `“${text}”`,
  files: (n: number) => `${count(n)} preserved ${plural(n, 'file', 'files')}`,
  deposits: (n: number) => `${count(n)} ${plural(n, 'deposit', 'deposits')}`,
  record: '1 record',
  what: 'any part of a path or name, in any casing',
  results: 'Results',
  tabs: { files: 'Files', deposits: 'Deposits' },
  columns: { file: 'File', type: 'Type', size: 'Size', changed: 'Changed' },
  newestFirst: 'newest first',
  nothingTyped: 'What do you look for?',
  nothingTypedHow:
    'A part of the path or the name of a preserved file, of a deposit, its message or its place; or an identifier. Press / and type.',
  tooLong: 'That is too long to search for',
  tooLongHow: (most: number) => `A search has at most ${count(most)} characters. Leave out what is in the middle.`,
  noFiles: 'No preserved file has this in its path',
  noFilesHow:
    'The newest version of every archival group is searched, and what was typed is taken as it is: there are no wildcards.',
  noDeposits: 'No deposit has this',
  noDepositsHow: 'Names, messages, places and the ids of deposits are searched.',
  noPage: 'There is nothing on this page',
  firstPage: 'Go to the first page',
  notSearched: 'Preserved files cannot be searched at present. Deposits are below.',
  isRecord: (id: string) => `is the record ${id}`,
  inCatalogue: (number: string) => `number ${number} in the catalogue`,
  pid: (pid: string) => `PID ${pid}`,
  itsPlace: 'Its place in the repository is',
  newDeposit: 'New deposit for it',
  kinds: { image: 'image', audio: 'audio', video: 'video' },
  plainText: 'Text',
});
