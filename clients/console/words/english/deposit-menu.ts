import type { Formats } from '../formats.js';

/** What else can be done with a deposit. */
export const depositMenuWords = ({ count, plural }: Formats) => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'file', 'files')}`;
  return {
    more: 'More of this deposit',
    describe: 'Change name and message',
    described: 'Name and message are changed.',
    save: 'Save',
    saving: 'Saving',
    choosePlace: 'Choose another place',
    noPlaceYet: 'none is chosen yet',
    nowPlace: (path: string) => `now ${path}`,
    placed: (path: string) => `It will be ${path}.`,
    chooseFirst: 'Type the last part of the address',
    slugWrong: 'That can’t be in an address. Letters without accents, digits and hyphens can.',
    samePlace: 'It is there already',
    take: 'Take this place',
    keys: 'Keys for an S3 tool',
    keysBelow: 'upload and download with aws, rclone or Cyberduck',
    keysWhat: 'They open the workspace of this deposit and nothing else, until',
    endpoint: 'Endpoint',
    region: 'Region',
    bucket: 'Bucket',
    below: 'Below',
    key: 'Key',
    secret: 'Secret',
    secretHidden: 'Not shown; it can be copied',
    settingsWhat: 'Paste the settings into a terminal first; the commands below then work in it.',
    copySettings: 'Copy as settings for aws',
    uploadWhat: 'To upload a folder:',
    downloadWhat: 'To download everything:',
    keysHint: 'Files that come this way are shown when the files are opened again, as not recorded.',
    noKeys: 'This store has no keys for one deposit.',
    noKeysHow: 'Upload and download on these pages instead.',
    zip: 'Download everything as a zip',
    zipBelow: 'the METS and what the tools found, too',
    copyAddress: 'Copy the address of this page',
    list: 'List of the files as CSV',
    listing: 'Listing the files',
    whenOpen: 'the deposit is closed',
    close: 'Close the deposit',
    closeBelow: 'its files stay; another deposit may be made for the place',
    closeWhen: 'only one whose import failed can be closed',
    closed: 'The deposit is closed.',
    openAgain: 'Work on it again',
    openBelow: 'it becomes the active deposit of its place',
    opened: 'The deposit is in work again.',
    archive: 'Empty the workspace',
    archiveBelow: 'the repository keeps the files',
    archiveWhen: 'only of one that is closed, and preserved or failed',
    archivedAlready: 'its workspace was emptied',
    archiveTitle: 'Empty the workspace of this deposit?',
    archiveWhat:
      'Its files are removed, after each was found in the version with the same digest. The METS stays, and the deposit stays in the list as archived.',
    lastChanged: 'Last changed',
    ages: { P6M: 'at least 6 months ago', P1M: 'at least 1 month ago', P0D: 'at any time' },
    wouldRemove: 'It would remove',
    versionHas: (version: string) => `${version} has them.`,
    notArchivable: 'The reasons above stand in the way',
    stillCounting: 'Still looking at what would be removed',
    startingArchive: 'Starting',
    archiving: 'The workspace is being emptied. Jobs shows how far it is.',
    remove: 'Delete the deposit',
    deleteTitle: (n: number | null) =>
      n === null || n === 0 ? 'Delete this deposit?' : `Delete this deposit and its ${files(n)}?`,
    emptied: 'The workspace is emptied,',
    lostAll: (n: number) =>
      n === 0
        ? 'There are no files in it.'
        : `${plural(n, 'This file is', 'These files are')} in no version, and nobody can bring ${plural(n, 'it', 'them')} back.`,
    lostOf: (lost: number, n: number, path: string) =>
      lost === 0
        ? `All of them are in the newest version of ${path}, which stays as it is.`
        : `${count(lost)} of these files ${plural(lost, 'is', 'are')} not in the newest version of ${path}, and nobody can bring ${plural(lost, 'it', 'them')} back. The other ${count(n - lost)} stay there.`,
    deleteAll: 'Delete deposit and files',
    deleteOnly: 'Delete the deposit',
    deleted: (name: string) => `The deposit “${name}” is deleted.`,
  };
};
