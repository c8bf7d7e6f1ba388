import { expect } from 'chai';
import { intendedState } from '../../../commands/import-diff/intended-state.js';
import { operationsFor } from '../../../commands/import-diff/operations.js';
import type { Description } from '../../../commands/import-diff/description.js';
import type { Workspace } from '../../../commands/workspace/workspace-files.js';
import type { GroupState } from '../../../formats/group-state/group-state.js';
import type { MetadataEntry } from '../../../formats/metadata/entries.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { runToEnd } from '../../../flow/slices.js';
import { digestEntry, exifOf, formatOf } from '../../formats/metadata/entries.js';
import type { Refusal } from '../../../commands/core/decider.js';
import type { Result } from '../../../flow/result.js';
import { valueOf } from '../../support/value-of.js';

const digest = (character: string): string => character.repeat(64);
const A = digest('a');
const B = digest('b');

interface StoredProperties {
  readonly fileModified?: Date;
  readonly toolMetadata?: readonly MetadataEntry[];
  readonly size?: number;
  readonly sha256?: string | null;
  readonly contentType?: string | null;
  readonly name?: string;
}
interface DescribedProperties {
  readonly size?: number | null;
  readonly sha256?: string | null;
  readonly contentType?: string | null;
  readonly name?: string | null;
}

const workspace = (files: Record<string, StoredProperties>, folders: readonly string[] = []): Workspace => ({
  files: new Map(
    Object.entries(files).map(([path, file]) => [
      path,
      {
        path,
        key: `deposits/d/${path}`,
        etag: '"e"',
        size: 5,
        sha256: A,
        contentType: null,
        toolMetadata: [],
        ...file,
        name: file.name ?? null,
        fileModified: file.fileModified ?? null,
      },
    ]),
  ),
  folders: new Map(folders.map((path) => [path, { name: null }])),
});

const mets = (files: Record<string, DescribedProperties>, folders: Record<string, string> = {}): Description => ({
  metsPath: 'mets.xml',
  files: new Map(
    Object.entries<DescribedProperties>({ 'mets.xml': { sha256: B, contentType: 'application/xml' }, ...files }).map(
      ([path, { name = null, sha256 = A, size = 5, contentType = 'text/plain' }]) => [
        path,
        { name, sha256, otherDigest: null, size, contentType },
      ],
    ),
  ),
  folders: new Map(Object.entries(folders).map(([path, name]) => [path, { name }])),
});

/** What a tool found out. */
const identified = (changes: { size?: number; digest?: string; contentType?: string }): MetadataEntry =>
  formatOf({ pronomKey: 'fmt/43', formatName: 'JPEG', ...changes });
const bagged = (sha256: string): MetadataEntry => digestEntry({ digest: sha256 });

const METS = { 'mets.xml': { sha256: B } };
const recorded = { created: '', createdBy: null, modified: '', modifiedBy: null };
const group = (
  files: Record<string, { sha256?: string; name?: string }>,
  folders: readonly string[] = [],
): GroupState => ({
  name: 'Letters',
  binaries: new Map(
    Object.entries(files).map(([path, file]) => [
      path,
      { type: 'Binary', path, name: null, contentType: 'text/plain', size: 5, sha256: A, ...recorded, ...file },
    ]),
  ),
  tombstones: new Map(),
  containers: new Map(folders.map((path) => [path, { type: 'Container', path, name: null, ...recorded }])),
});

const diff = (
  stored: Workspace,
  told: Description,
  existing: GroupState | null = null,
): Result<PlannedOperation[], Refusal> => {
  const intended = runToEnd(intendedState(stored, told, { path: 'letters/1911', state: existing }));
  return intended.ok ? runToEnd(operationsFor(intended.value, existing, 'work')) : intended;
};
const summary = (result: Result<PlannedOperation[], Refusal>): string[] =>
  result.ok ? result.value.map(({ op, path }) => `${op} ${path}`) : [result.refusal.detail];

describe('the diff of a deposit that has no archival group yet', () => {
  it('adds folders before files, each in the order of its path, the METS among the files', () => {
    const told = mets({ 'objects/b.txt': {}, 'objects/a.txt': {} }, { objects: 'objects', metadata: 'metadata' });
    const outcome = diff(workspace({ ...METS, 'objects/b.txt': {}, 'objects/a.txt': {} }, ['objects']), told);
    expect(summary(outcome)).to.deep.equal([
      'add-container metadata',
      'add-container objects',
      'add-binary mets.xml',
      'add-binary objects/a.txt',
      'add-binary objects/b.txt',
    ]);
  });

  it('refuses a path that is too long together with that of the group, from either side', () => {
    const path = 'a'.repeat(4_096 - 'letters/1911/'.length + 1);
    for (const outcome of [
      diff(workspace({ ...METS, [path]: {} }), mets({})),
      diff(workspace(METS), mets({ [path]: {} })),
      diff(workspace(METS), mets({}, { [path]: 'folder' })),
    ])
      expect(summary(outcome).join()).to.contain('is too long');
  });

  it('takes names, digests and types from the METS and pins the bytes it saw', () => {
    const told = mets({ 'objects/x': { name: 'A letter', contentType: 'image/jpeg' } }, { objects: 'objects' });
    const stored = workspace({ ...METS, 'objects/x': { contentType: 'application/octet-stream', name: 'x.orig' } });
    expect(valueOf(diff(stored, told)).at(-1)).to.deep.equal({
      op: 'add-binary',
      path: 'objects/x',
      name: 'A letter',
      origin: { bucket: 'work', key: 'deposits/d/objects/x', etag: '"e"' },
      contentType: 'image/jpeg',
      size: 5,
      sha256: A,
    });
  });

  it('says of a file when it was changed where it came from', () => {
    const stored = workspace({ ...METS, 'objects/x': { fileModified: new Date('1999-12-31T23:59:59.5Z') } });
    const told = mets({ 'objects/x': {} }, { objects: 'objects' });
    expect(valueOf(diff(stored, told)).map(({ fileModified }) => fileModified)).to.deep.equal([
      undefined,
      undefined,
      '1999-12-31T23:59:59.500Z',
    ]);
  });

  it('takes a file of no bytes when all agree that it has none', () => {
    const stored = workspace({ ...METS, empty: { size: 0 } });
    expect(summary(diff(stored, mets({ empty: { size: null } })))).to.include('add-binary empty');
    expect(summary(diff(stored, mets({ empty: { size: 5 } })))[0]).to.contain('different sizes');
  });

  it('skips an empty folder that the METS does not know', () =>
    expect(summary(diff(workspace(METS, ['lost+found']), mets({})))).to.deep.equal(['add-binary mets.xml']));

  it('leaves a cached listing in the root alone', () =>
    expect(summary(diff(workspace({ ...METS, '__METSlike.json': {} }), mets({})))).to.deep.equal([
      'add-binary mets.xml',
    ]));
});

describe('the diff of a deposit against its archival group', () => {
  const before = group({ 'mets.xml': { sha256: B }, 'objects/a': {}, 'objects/old/b': {} }, ['objects', 'objects/old']);

  it('is empty when nothing changed, even though the workspace holds only the METS', () => {
    const told = mets({ 'objects/a': {}, 'objects/old/b': {} }, { objects: 'objects', 'objects/old': 'old' });
    expect(valueOf(diff(workspace(METS), told, before))).to.deep.equal([]);
  });

  it('patches what has another digest and deletes what neither side has, folders last and deepest first', () => {
    const outcome = diff(workspace({ 'mets.xml': { sha256: A } }), mets({ 'mets.xml': { sha256: A } }), before);
    expect(summary(outcome)).to.deep.equal([
      'patch-binary mets.xml',
      'delete-binary objects/a',
      'delete-binary objects/old/b',
      'delete-container objects/old',
      'delete-container objects',
    ]);
  });

  it('leaves a container alone that the workspace still has as an empty folder', () => {
    const stored = workspace({ 'mets.xml': { sha256: A } }, ['objects', 'objects/old']);
    const outcome = diff(stored, mets({ 'mets.xml': { sha256: A } }), before);
    expect(summary(outcome)).to.deep.equal([
      'patch-binary mets.xml',
      'delete-binary objects/a',
      'delete-binary objects/old/b',
    ]);
  });

  it('renames by the METS, also what it patches', () => {
    const told = mets(
      { 'objects/a': { name: 'Alpha', sha256: B }, 'objects/old/b': {} },
      { objects: 'Things', 'objects/old': 'old' },
    );
    const outcome = diff(workspace({ ...METS, 'objects/a': { sha256: B } }), told, before);
    expect(summary(outcome)).to.deep.equal([
      'patch-binary objects/a',
      'rename-container objects',
      'rename-binary objects/a',
    ]);
  });

  it('does not rename again and again because a name holds a line break', () => {
    const told = mets(
      { 'objects/a': { name: 'two\nlines' }, 'objects/old/b': {} },
      { objects: 'objects', 'objects/old': 'old' },
    );
    const kept = group({ 'mets.xml': { sha256: B }, 'objects/a': { name: 'two - lines' }, 'objects/old/b': {} }, [
      'objects',
      'objects/old',
    ]);
    expect(valueOf(diff(workspace(METS), told, kept))).to.deep.equal([]);
  });

  it('does not patch for a content type alone', () => {
    const told = mets(
      { 'objects/a': { contentType: 'image/png' }, 'objects/old/b': {} },
      { objects: 'objects', 'objects/old': 'old' },
    );
    expect(valueOf(diff(workspace(METS), told, before))).to.deep.equal([]);
  });

  it('takes the size of a described file from the group where no other source has one', () => {
    const told = mets(
      { 'objects/a': { size: null }, 'objects/old/b': {} },
      { objects: 'objects', 'objects/old': 'old' },
    );
    expect(valueOf(diff(workspace(METS), told, before))).to.deep.equal([]);
  });
});

describe('what tools say of files', () => {
  it('counts where the METS or the store leaves something open', () => {
    const toolMetadata = [bagged(A.toUpperCase()), identified({ size: 5, digest: B, contentType: 'image/jpeg' })];
    const outcome = diff(
      workspace({ ...METS, a: { sha256: null, contentType: 'application/octet-stream', toolMetadata } }),
      mets({ a: { contentType: null, size: null } }),
    );
    expect(outcome).to.have.nested.property('value[0].contentType', 'image/jpeg');
    expect(summary(outcome)).to.deep.equal(['add-binary a', 'add-binary mets.xml']);
  });

  for (const [inMets, taken] of [
    [null, 'video/mp4'],
    ['video/mp4', 'video/mp4'],
    ['application/mp4', 'application/mp4'],
  ] as const)
    it(`takes the type of tags where nobody else has one, and ${inMets ?? 'none'} in the METS is no contradiction`, () => {
      const toolMetadata = [identified({ contentType: 'application/mp4' }), exifOf({ MIMEType: 'video/mp4' })];
      const outcome = diff(workspace({ ...METS, a: { toolMetadata } }), mets({ a: { contentType: inMets } }));
      expect(outcome).to.have.nested.property('value[0].contentType', taken);
    });

  it('is no contradiction where it spells the type of the upload in another way', () => {
    const toolMetadata = [identified({ contentType: 'audio/x-wav' })];
    for (const inMets of [null, 'audio/wav', 'audio/x-wav'])
      expect(
        diff(
          workspace({ ...METS, a: { contentType: 'audio/wav', toolMetadata } }),
          mets({ a: { contentType: inMets } }),
        ),
      ).to.have.nested.property('value[0].contentType', inMets ?? 'audio/wav');
  });

  it('does not count for the METS and for outputs of tools, which are written later', () => {
    const toolMetadata = [identified({ size: 99, contentType: 'image/jpeg' })];
    const outcome = diff(
      workspace({ 'mets.xml': { sha256: B, toolMetadata }, 'metadata/a': { toolMetadata } }, ['metadata']),
      mets({ 'metadata/a': {} }, { metadata: 'metadata' }),
    );
    expect(summary(outcome)).to.deep.equal(['add-container metadata', 'add-binary metadata/a', 'add-binary mets.xml']);
  });
});

describe('a deposit that gives no import job', () => {
  const folders = { objects: 'objects' };
  for (const [why, stored, told, code, detail] of [
    [
      'a file is not in the METS',
      workspace({ ...METS, 'objects/a': {} }),
      mets({}, folders),
      'mets-incomplete',
      'Could not find file objects/a in METS file.',
    ],
    [
      'a file has no digest in the METS',
      workspace({ ...METS, a: {} }),
      mets({ a: { sha256: null } }),
      'mets-incomplete',
      'File a has no digest in METS file.',
    ],
    [
      'a file has no digest anywhere',
      workspace({ ...METS, a: { sha256: null } }),
      mets({ a: { sha256: null } }),
      'deposit-inconsistent',
      'has no digest information',
    ],
    [
      'a folder with content is not in the METS',
      workspace({ ...METS, 'x/a': {} }, ['x']),
      mets({ 'x/a': {} }),
      'mets-incomplete',
      'Could not find folder x in METS file.',
    ],
    [
      'the digests differ',
      workspace({ ...METS, a: { sha256: B } }),
      mets({ a: {} }),
      'deposit-inconsistent',
      'different digests',
    ],
    [
      'the sizes differ',
      workspace({ ...METS, a: { size: 6 } }),
      mets({ a: {} }),
      'deposit-inconsistent',
      'different sizes',
    ],
    [
      'the content types differ',
      workspace({ ...METS, a: { contentType: 'image/png' } }),
      mets({ a: {} }),
      'deposit-inconsistent',
      'different content types in METS (text/plain) and Deposit (image/png)',
    ],
    [
      'the digest of a bag differs',
      workspace({ ...METS, a: { sha256: null, toolMetadata: [bagged(B)] } }),
      mets({ a: {} }),
      'deposit-inconsistent',
      'different digests',
    ],
    [
      'the size that a tool saw differs',
      workspace({ ...METS, a: { toolMetadata: [identified({ size: 6 })] } }),
      mets({ a: {} }),
      'deposit-inconsistent',
      'different sizes',
    ],
    [
      'the type that a tool found differs',
      workspace({ ...METS, a: { toolMetadata: [identified({ contentType: 'image/jpeg' })] } }),
      mets({ a: {} }),
      'deposit-inconsistent',
      'different content types in METS (text/plain) and Deposit (image/jpeg)',
    ],
    [
      'upload and tool name different types and the METS none',
      workspace({
        ...METS,
        a: { contentType: 'image/png', toolMetadata: [identified({ contentType: 'image/jpeg' })] },
      }),
      mets({ a: { contentType: null } }),
      'deposit-inconsistent',
      'different content types in METS (none) and Deposit (image/png, image/jpeg)',
    ],
    [
      'only a tool has a digest',
      workspace({ ...METS, a: { sha256: null, toolMetadata: [identified({ digest: A })] } }),
      mets({ a: { sha256: null } }),
      'mets-incomplete',
      'File a has no digest in METS file.',
    ],
    [
      'a described file is nowhere',
      workspace(METS),
      mets({ a: {} }),
      'deposit-inconsistent',
      'File a is in deposit METS but not in existing Archival Group or Deposit.',
    ],
    [
      'a name holds the token for #',
      workspace({ ...METS, 'a-_-percent-23-_-': {} }),
      mets({}),
      'deposit-inconsistent',
      'reserved text',
    ],
    ['a name is a dot segment', workspace({ ...METS, 'a/../b': {} }), mets({}), 'deposit-inconsistent', 'not allowed'],
    [
      'a path is file and folder',
      workspace({ ...METS, a: {} }, ['a']),
      mets({ a: {} }),
      'deposit-inconsistent',
      'both a file and a folder',
    ],
    [
      'a file lies where the platform keeps its own',
      workspace({ ...METS, '.muniment/x': {} }),
      mets({}),
      'deposit-inconsistent',
      '.muniment',
    ],
  ] as const) {
    it(`says so when ${why}`, () => {
      const outcome = diff(stored, told);
      expect(outcome).to.have.nested.property('refusal.code', code);
      expect(summary(outcome)[0]).to.contain(detail);
    });
  }

  it('is refused when the METS has another digest for a file without bytes', () => {
    const outcome = diff(workspace(METS), mets({ a: { sha256: B } }), group({ 'mets.xml': { sha256: B }, a: {} }));
    expect(summary(outcome)).to.deep.equal(['Binary a has no file in the Deposit.']);
  });
});
