import type { Formats } from '../formats.js';

export const importWords = ({ count, plural }: Formats) => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'file', 'files')}`;
  return {
    title: 'What the import would do',
    reading: 'Comparing the deposit with the repository',
    asOf: 'as of',
    from: (from: number) => (from === 0 ? 'a first version' : `from v${from} to v${from + 1}`),
    of: 'of',
    lookAgain: 'Look again',
    looking: 'Looking',
    changedSince: 'The deposit was changed after this preview. Look again before you import.',
    importAs: (version: number) => `Import as version ${version}`,
    importDeleting: (version: number, n: number) => `Import as version ${version}, deleting ${files(n)}`,
    asking: 'Asking for the import',
    counting: 'Wait until the files of the version are counted',
    nothing: 'Nothing would change',
    nothingWhy: 'The newest version has every file as the deposit has it.',
    nothingLeft: 'Everything is left out; choose something to import',
    kinds: { added: 'Added', changed: 'Changed', renamed: 'Renamed', deleted: 'Deleted' },
    did: { added: 'added', changed: 'changed', renamed: 'renamed', deleted: 'deleted' },
    withMets: 'the METS among them',
    namesOnly: 'names only, no bytes',
    noLonger: (version: number) => `no longer in v${version}`,
    all: 'All',
    show: 'Show',
    stay: (n: number) => `${files(n)} ${plural(n, 'stays', 'stay')} as ${plural(n, 'it is', 'they are')}`,
    csv: 'CSV',
    csvHeads: ['change', 'path', 'name', 'bytes'],
    chooseSome: 'Leave some out',
    chooseAll: 'Leave nothing out',
    leftOut:
      'What is not ticked stays in the repository as it is. The METS of the deposit describes all of it, so leave its files in, or the version differs from what its METS says.',
    columns: { name: 'Name', changes: 'Changes', size: 'Size', note: 'Note' },
    newFolder: 'a new folder',
    wholeFolder: 'the whole folder goes',
    newName: 'a new name',
    addressStays: 'a new name; the address stays',
    staysIn: (from: number) => `stays in ${from === 1 ? 'v1' : `versions up to v${from}`}`,
    describes: 'describes all of this',
    more: (n: number) => `${count(n)} more`,
    noneOfKind: 'No file is so',
    noneOfKindWhy: 'Show all changes to see the others.',
    gone: (n: number, of: number, version: number, folders: readonly string[]) =>
      `${count(n)} of ${files(of)} would be gone from version ${version}${
        folders.length === 0 ? '' : `, among them all of ${folders.map((name) => `“${name}”`).join(', ')}`
      }.`,
    goneWhy: (from: number) =>
      `${from === 1 ? 'Version 1 keeps' : `The versions up to ${from} keep`} them, and any of them can be brought back. What should stay has to be put into the deposit again before you import.`,
    confirmTitle: (n: number, version: number) => `Delete ${files(n)} in version ${version}?`,
    confirmWhy: (version: number) =>
      `Once version ${version} is decided, only a further version can bring them back into the newest one.`,
    typeNumber: 'Type the number of files that go',
    numberHint: (n: number) => (n < 1_000 ? `${n}` : `${n} or ${count(n)}`),
    notThat: 'That is not the number',
    deleteAndImport: 'Delete them and import',
    otherNow: 'What the import would do has changed since you looked. This is the new preview; nothing was imported.',
    tooLarge:
      'A job of this size can only be imported whole: leave nothing out, or import the files in several deposits.',
    bagIncomplete: 'Preview it as it is',
    noGroup: 'This deposit has no place in the repository',
    noGroupWhy: 'Choose one in its menu; then its import can be previewed.',
    closed: 'This deposit is closed',
    closedWhy: 'Its imports are listed below. Activate it in its menu to work on it again.',
    running: 'The import is running',
    see: 'See how far it is',
    earlier: 'Imports of this deposit',
    by: (agent: string) => `by ${agent}`,
    preserved: (version: string) => `${version.replace(/^v/, 'Version ')} is preserved.`,
    preservedWhy:
      'Its inventory is published, and the deposit is closed. Each file was read and compared with its SHA-256.',
    openVersion: (version: string) => `Open ${version.replace(/^v/, 'version ')}`,
    compare: (from: string, to: string) => `Compare ${from} with ${to}`,
    certificate: 'Certificate',
    previewAgain: 'Preview again',
    notAnImport: 'This job is not an import of this deposit.',
  };
};
