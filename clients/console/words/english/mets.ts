import type { Formats } from '../formats.js';

/** The METS of a deposit. */
export const metsWords = ({ count, plural }: Formats) => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'file', 'files')}`;
  const ids = (n: number): string => `${count(n)} ${plural(n, 'id', 'ids')}`;
  return {
    says: 'What it says',
    writtenBy: 'Written by',
    soEditable: ', so it can be changed here',
    noProgram: 'a program that it does not name',
    lastChange: 'Last change',
    by: (name: string) => `by ${name}`,
    recorded: (n: number) => `recorded ${files(n)}`,
    removed: (n: number) => `took ${files(n)} out`,
    edited: 'changed what it says of them',
    opened: 'the deposit was opened with it',
    uploaded: 'uploaded, by whoever can write into the workspace',
    title: 'Title',
    noTitle: 'none',
    describes: 'Describes',
    differing: (unrecorded: number, missing: number) =>
      unrecorded + missing === 0
        ? 'all of the workspace'
        : [
            ...(unrecorded === 0
              ? []
              : [`${files(unrecorded)} of the workspace ${plural(unrecorded, 'is', 'are')} not recorded`]),
            ...(missing === 0 ? [] : [`${count(missing)} recorded ${plural(missing, 'one is', 'ones are')} not there`]),
          ].join(', '),
    digest: 'SHA-256',
    ofNone: 'of no file, since it describes none',
    ofEvery: 'of every file',
    lacking: (n: number) => `missing for ${files(n)}`,
    filesIn: (n: number, folders: number) => `${files(n)} in ${count(folders)} ${plural(folders, 'folder', 'folders')}`,
    begun: 'Begun',
    formats: 'Formats',
    ofFiles: (n: number) => (n === 0 ? 'of no file' : `of ${count(n)}`),
    notIdentified: (n: number) => `${files(n)} below objects not identified`,
    scans: 'Virus scans',
    lastScan: 'the last',
    infected: (n: number) => `${count(n)} infected`,
    notScanned: (n: number) => `${files(n)} below objects not scanned`,
    access: 'Access',
    rights: 'Rights',
    noRights: 'No rights on purpose',
    notSaid: 'not said',
    termsFor: (path: string | null, folders: number, n: number) => {
      if (path !== null) return `for ${path === '' ? 'all of it' : path}`;
      const inFolders = folders === 0 ? [] : [`${count(folders)} ${plural(folders, 'folder', 'folders')}`];
      return `for ${[...inFolders, ...(n === 0 ? [] : [files(n)])].join(' and ')}`;
    },
    otherTerms: (n: number) => `and ${count(n)} ${plural(n, 'other', 'others')}`,
    structures: 'Structures',
    structuresWith: (n: number, ranges: number) =>
      n === 0 ? 'none' : `${count(n)}, with ${count(ranges)} ${plural(ranges, 'range', 'ranges')}`,
    file: 'File',
    none: 'There is no METS',
    noneHow: 'It is made with the deposit, or uploaded. Without it nothing can be recorded.',
    find: 'Find in the METS',
    hits: (at: number, total: number) => (total === 0 ? 'not found' : `${count(at)} of ${count(total)}`),
    findBefore: 'Find before',
    findNext: 'Find next',
    foldAll: 'Fold all',
    download: 'Download',
    asXml: 'METS as XML',
    fold: (line: number) => `Fold line ${count(line)}`,
    unfold: (line: number) => `Open line ${count(line)}`,
    inside: (n: number) => `${count(n)} ${plural(n, 'element', 'elements')}`,
    moreOfThese: (n: number, size: string) => `${count(n)} more of these, ${size}`,
    showAll: 'Show them all',
    tooLarge: 'This METS is too large to be shown',
    tooLargeHow: 'It has more than 50 MB. What it says stands beside; the file can be downloaded.',
    idsTitle: (n: number) => `${ids(n)} ${plural(n, 'is no XML name', 'are no XML names')}.`,
    idsWhy:
      'Muniment reads them; other programs may refuse the file. Every reference is changed with them, and nothing else.',
    seeIds: (n: number) => (n === 1 ? 'See it' : `See the ${count(n)}`),
    rewriteTitle: (n: number) => `Rewrite ${ids(n)}`,
    rewrite: (n: number) => `Rewrite the ${ids(n)}`,
    rewriting: 'Rewriting the ids',
    rewriteWhat: (n: number, references: number) =>
      `${ids(n)} and ${count(references)} ${plural(references, 'reference', 'references')} to them are changed.`,
    idNow: 'Now',
    idThen: 'Then',
    idsRewritten: 'The ids are rewritten.',
    foreign: (program: string) => `“${program}” wrote this METS. Muniment reads it and never changes it.`,
    foreignWhy:
      'The files can be looked at, checked, uploaded and imported as with any other. What would have to be written into the METS can’t be done here.',
    whatYouCan: 'What you can do',
    changeThere: 'Change it where it was made',
    changeThereHow: (unrecorded: number | null, program: string, path: string) =>
      `${unrecorded === null || unrecorded === 0 ? 'Change it' : `Record the ${files(unrecorded)}`} in ${program}, then upload the new file over this one; its name must stay ${path}.`,
    uploadNew: 'Upload a new METS',
    leaveOut: (n: number) => `Leave out the ${files(n)} that ${plural(n, 'is', 'are')} not recorded`,
    leaveOutHow: 'Delete them here; then an import is possible once every file is recorded with its SHA-256.',
    showThem: (n: number) => `Show the ${files(n)}`,
    ownMets: 'Let Muniment write its own',
    ownMetsHow: 'A new deposit takes the files. The structure of this METS does not come along.',
    newDeposit: 'New deposit',
    canBeDone: 'What can and can’t be done',
    workHead: 'Work',
    here: 'Here',
    possible: 'Possible',
    toolsNote: 'findings are shown, not written into the METS',
    importNote: 'once all files are recorded in it',
    elsewhere: 'in the program that wrote it',
    notHere: 'Not here',
    work: {
      files: 'Upload, download, delete files',
      tools: 'Run the tools',
      importing: 'Preview and run the import',
      looking: 'Look, and see the structure',
      recording: 'Record files in the METS',
      terms: 'Access and rights',
      arranging: 'Arrange the structure',
      ids: 'Rewrite ids',
    },
  };
};
