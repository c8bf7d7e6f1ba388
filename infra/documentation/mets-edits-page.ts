import { digestBytes } from '../../formats/digests/digested.js';
import type { VirusScanMetadata } from '../../formats/metadata/entries.js';
import { openExampleDeposit, type ExampleDeposit } from './example-deposit.js';
import { lineDiff } from './line-diff.js';

/** One kind of edit: its title, its explanation, and how it is made. */
interface Step {
  readonly title: string;
  readonly words: string;
  /** Prepares the METS before the edit, where the result of the last one is not suitable. */
  readonly prepare?: (deposit: ExampleDeposit) => Promise<void>;
  readonly make: (deposit: ExampleDeposit) => Promise<void>;
}

const FILM = 'objects/film 1.mp4';
const TRANSCRIPT = 'http://iiif.io/api/presentation/3#transcript';

const scanOf = (timestamp: string): VirusScanMetadata => ({
  type: 'VirusScanMetadata',
  source: 'VirusScanTool',
  timestamp: new Date(timestamp),
  hasVirus: false,
  virusFound: '',
  virusDefinition: 'ClamAV 1.4.3/27944/Wed Mar 18 06:24:13 2026',
});

const addings: readonly Step[] = [
  {
    title: 'Adding a file',
    words:
      'The file lies in the workspace and is named in `POST …/mets`. It gains a section of its own, a `file` and a `div`; ids are made from its path, in letters that XML allows.',
    make: async (deposit) => {
      await deposit.upload(FILM, 'a reel\n', 'video/mp4');
      await deposit.post('mets', [FILM]);
    },
  },
  {
    title: 'Adding a folder with a file in it',
    words: 'Folders that are missing on the way are added too. A folder is known by the `originalName` in its section.',
    make: async (deposit) => {
      await deposit.upload('objects/text/film 1.xml', '<text/>', 'application/xml');
      await deposit.post('mets', ['objects/text/film 1.xml']);
    },
  },
  {
    title: 'Adding a file again',
    words:
      'What is newly known is replaced where it stands: here digest and size. The label stays, and so does all else.',
    make: async (deposit) => {
      await deposit.upload(FILM, 'a longer reel\n', 'video/mp4');
      await deposit.post('mets', [FILM]);
    },
  },
  {
    title: 'A digest that the platform computed',
    words:
      'What was uploaded without a SHA-256 is read for `POST …/mets?computeDigests=true`. The originator says who found the digest; it goes when the file is added again with a digest of its own.',
    make: (deposit) =>
      deposit.edit((editor) => {
        editor.addFile({ path: FILM, digest: digestBytes('a longer reel\n').sha256, digestComputed: true });
      }),
  },
  {
    title: 'What tools found',
    words:
      'A format, a virus scan as a PREMIS event, what was read out of the file, and extents, with the duration in seconds.',
    make: (deposit) =>
      deposit.edit((editor) => {
        editor.addFile({
          path: FILM,
          format: { pronomKey: 'fmt/199', name: 'MPEG-4 Media File' },
          virusScans: [scanOf('2026-11-20T06:30:00Z')],
          exif: [
            { tagName: 'File Type', tagValue: 'MP4' },
            { tagName: 'Duration', tagValue: '0:03:12' },
          ],
          extents: { width: 640, height: 480, duration: '0:03:12', bitrate: null },
        });
      }),
  },
  {
    title: 'A later virus scan',
    words:
      'Events are added and never replaced. A scan that is on record, by its time to the second, is not added again.',
    make: (deposit) =>
      deposit.edit((editor) => {
        editor.addFile({ path: FILM, virusScans: [scanOf('2026-11-20T06:30:00Z'), scanOf('2026-11-21T06:30:00Z')] });
      }),
  },
];

const describings: readonly Step[] = [
  {
    title: 'Access, rights and record identifiers',
    words:
      '`POST …/mets/properties` sets them. They stand in MODS, in a `dmdSec` that is made when there is something to say.',
    make: (deposit) =>
      deposit.post('mets/properties', {
        changes: [
          {
            paths: ['objects'],
            accessRestrictions: ['Staff only'],
            rightsStatement: 'http://rightsstatements.org/vocab/InC/1.0/',
            recordInfo: { recordIdentifiers: [{ source: 'EMu', value: 'PRI/2/999' }] },
          },
          { paths: [FILM], rightsStatementSuppressed: true },
        ],
      }),
  },
  {
    title: 'A logical structure and a link',
    words: 'A range names whole files or parts of them. A link relates one file to another.',
    make: (deposit) =>
      deposit.edit((editor) => {
        const whole = { region: null, beginTime: null, endTime: null };
        const upper = { x1: 0, y1: 0, x2: 640, y2: 240 };
        const opening = { localPath: FILM, ...whole, region: upper, beginTime: 0, endTime: 12.5 };
        editor.setLogicalStructure({
          id: 'LOG_1',
          type: 'Collection',
          name: 'Film',
          files: [{ localPath: FILM, ...whole }],
          ranges: [{ id: 'LOG_2', type: 'Part', name: 'Opening', files: [opening], ranges: [] }],
        });
        editor.setLinks(FILM, [{ to: 'objects/text/film 1.xml', role: TRANSCRIPT }]);
      }),
  },
];

const removals: readonly Step[] = [
  {
    title: 'Taking out a logical structure',
    words: 'Its descriptions go with it.',
    make: (deposit) =>
      deposit.edit((editor) => {
        editor.removeLogicalStructure('LOG_1');
      }),
  },
  {
    title: 'Taking away terms',
    words: 'With the last of them goes the `dmdSec`, and they are inherited again.',
    make: (deposit) => deposit.post('mets/properties', { changes: [{ paths: [FILM], clear: ['rightsStatement'] }] }),
  },
  {
    title: 'Deleting a file',
    words: '`POST …/mets/delete` takes its sections, its pointers and the links to it along.',
    make: async (deposit) => {
      await deposit.post('mets/delete', {
        deleteFromMets: true,
        deleteFromDepositFiles: true,
        items: [{ path: 'objects/text/film 1.xml', isDir: false }],
      });
    },
  },
  {
    title: 'Normalising ids',
    words:
      'The predecessor made ids of bare paths, which XML forbids: they are edited as they are. `POST …/mets/normalise` rewrites them and all that refers to them. This METS was given such ids for the purpose.',
    prepare: (deposit) => deposit.rewrite((text) => text.replaceAll('_x002F_', '/').replaceAll('_x0020_', ' ')),
    make: (deposit) => deposit.post('mets/normalise'),
  },
];

/** The content of test/fixtures/mets/edits.md: what each kind of edit changes in a METS, from a running platform. */
export const metsEditsPage = async (): Promise<string> => {
  await using deposit = await openExampleDeposit('A film', new Date('2026-11-21T10:00:00Z'));
  let mets = await deposit.mets();
  const sections = [HEAD, '', '## A new deposit', '', fenced('xml', mets)];
  for (const { title, words, prepare, make } of [...addings, ...describings, ...removals]) {
    deposit.passTime();
    if (prepare !== undefined) {
      await prepare(deposit);
      mets = await deposit.mets();
    }
    await make(deposit);
    const after = await deposit.mets();
    sections.push('', `## ${title}`, '', words, '', fenced('diff', lineDiff(mets, after)));
    mets = after;
  }
  return [...sections, '', '## The whole, in the end', '', fenced('xml', mets), ''].join('\n');
};

const HEAD = `# What an edit changes in a METS

One deposit's METS, laid out in lines, before and after each kind of edit. Lines that begin with \`-\` were there
before, those with \`+\` came; \`…\` stands for what is the same. Nothing but what is shown changes: each edit gives
\`LASTMODDATE\` a new value and touches what it is about. What tools find, terms and structures are handed to the editor
that the routes use; all other edits go through the routes. This page is written by \`npm run docs\`, from a platform that
runs.`;

const fenced = (language: string, lines: readonly string[]): string => ['```' + language, ...lines, '```'].join('\n');
