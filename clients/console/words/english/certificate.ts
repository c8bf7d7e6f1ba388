import type { Formats } from '../formats.js';

/** The certificate, a page to be printed. */
export const certificateWords = ({ count, plural, exactBytes }: Formats) => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'file', 'files')}`;
  return {
    crumb: 'Certificate',
    title: 'Certificate of preservation',
    csv: 'CSV of the files',
    print: 'Print',
    kept: (version: number, name: string, n: number) =>
      `Version ${version} of “${name}” is kept in this repository with ${files(n)}.`,
    listed: 'They are listed here.',
    wasRead: (at: string) =>
      `Each of them was read when the version was made, ${at}, and had the digest that is listed for it.`,
    wasAdopted: (at: string) =>
      `The version was made by another program, ${at}, and taken over from the store as it was.`,
    facts: {
      group: 'Archival group',
      address: 'Address',
      version: 'Version',
      extent: 'Extent',
      object: 'OCFL object',
      inventory: 'Inventory',
      list: 'List of files',
    },
    versionOf: (version: number, head: number, at: string, by: string | null) =>
      `v${version} of ${head}, made ${at}${by === null ? '' : `, by ${by}`}`,
    extentOf: (n: number, bytes: number) => `${files(n)}, ${exactBytes(bytes)}`,
    listHow: 'of a line for each file, sorted by path: digest, two spaces, path, line feed',
    checks: 'How it was checked',
    checkHeads: { when: 'When', what: 'What', result: 'Result', by: 'By' },
    atImport: 'Digest of each file, when the version was made',
    allSame: (n: number) => `${count(n)} of ${count(n)} the same`,
    audit: 'Audit: every file was read again, and its digest compared',
    quickAudit: 'Quick audit: sizes and the digests that the store has recorded were compared; no file was read',
    noFindings: 'no findings',
    findings: (n: number) => `${count(n)} ${plural(n, 'finding', 'findings')} in all that was looked at`,
    noAudit: 'not since this version was made',
    viruses: 'Viruses, of the files below objects, by the METS',
    notScanned: 'no scan is recorded',
    noVirus: (scanned: number, n: number) => `none in ${count(scanned)} of ${files(n)}`,
    infected: (infected: number, scanned: number) =>
      `found in ${count(infected)} of ${count(scanned)} that were scanned`,
    identified: 'Formats, of the files below objects, by the METS',
    ofAll: (known: number, n: number) => `${count(known)} of ${count(n)} identified`,
    formats: 'Formats',
    formatHeads: { format: 'Format', files: 'Files', bytes: 'Bytes' },
    versions: 'Versions',
    versionHeads: { version: 'Version', made: 'Made', by: 'By', why: 'Why', files: 'Below objects' },
    olderVersions: (n: number) => `${count(n)} older ${plural(n, 'version is', 'versions are')} not listed here.`,
    filesOf: (version: number) => `Files of version ${version}`,
    fileHeads: { file: 'File and digest', format: 'Format', since: 'Since', bytes: 'Bytes' },
    tooMany: (n: number) =>
      `There are ${files(n)}, too many to be printed. The list is the CSV of the files; its digest stands above.`,
    events: 'Events',
    eventHeads: { when: 'When', by: 'By', what: 'What' },
    olderEvents: 'There are older events, which are not listed here.',
    place: 'Place and date',
    forArchive: 'For the archive',
    printed: (at: string, by: string) => `As of ${at}, for ${by}.`,
    repeat: 'Any tool that reads OCFL can repeat the check of the digests without Muniment.',
  };
};
