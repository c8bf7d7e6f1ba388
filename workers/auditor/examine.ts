import { ByteStoreFault } from '../../formats/bytes.js';
import { isError, type Finding } from '../../formats/ocfl/finding.js';
import { hasMutableHead, MUTABLE_HEAD } from '../../formats/ocfl/mutable-head.js';
import { checkStateFile, hasOwnStateFile } from '../../formats/group-state/check-state-file.js';
import { digestsByReading, type DigestsOf } from '../../formats/ocfl/validation/check-content.js';
import { examineObject, inventoryOf, type Examination } from '../../formats/ocfl/validation/examine-object.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { isKeyUnreadable, type StorageRootEntry } from '../../formats/ocfl/storage-root/storage-root-reader.js';
import type { ObjectFiles } from '../../formats/ocfl/storage-root/object-files.js';

/** How many content files of one object are checked concurrently. */
const CONCURRENCY = 8;

type Digests = ReadonlyMap<string, string>;

/** The digests of an object's content that were read, so that a second check need not read it again. */
export interface Memory {
  readonly digests: Map<string, Digests>;
  bytesRead: number;
}

export const emptyMemory = (): Memory => ({ digests: new Map(), bytesRead: 0 });

/** What the log holds of an object. */
export interface LoggedObject {
  /** Display names by version; null without a ledger. */
  readonly names: ReadonlyMap<string, string> | null;
  /** Versions that were adopted: these may lack a state file, as those without a ledger. */
  readonly adopted?: ReadonlySet<string>;
}

const isDeleted = (error: unknown): boolean => error instanceof ByteStoreFault && error.code === 'object-not-found';

/** Digests of content: those that the store keeps if `quick`, else by reading. Adds a finding for unreadable files. */
const contentDigests = (
  { storageRoot, quick }: Pick<AuditDependencies, 'storageRoot' | 'quick'>,
  files: ObjectFiles,
  memory: Memory,
  findings: Finding[],
): DigestsOf => {
  const storedDigests = async (key: string, algorithms: ReadonlySet<string>): Promise<Digests | null> => {
    if (!quick || algorithms.size !== 1 || !algorithms.has('sha256')) return null;
    const sha256 = await storageRoot.storedSha256(key);
    return sha256 === null ? null : new Map([['sha256', sha256]]);
  };
  const readDigests = async (
    path: string,
    entry: StorageRootEntry,
    algorithms: ReadonlySet<string>,
  ): Promise<Digests> => {
    const stored = await storedDigests(entry.key, algorithms);
    if (stored !== null) return stored;
    const digests = await digestsByReading(files.reader, path, algorithms);
    memory.bytesRead += entry.size;
    return digests;
  };
  return async (path, algorithms) => {
    const known = memory.digests.get(path);
    const entry = files.entries.get(path);
    if (known !== undefined || entry === undefined) return known ?? null;
    try {
      const digests = await readDigests(path, entry, algorithms);
      memory.digests.set(path, digests);
      return digests;
    } catch (error) {
      if (isDeleted(error)) return null;
      if (!isKeyUnreadable(error)) throw error;
      findings.push({ code: 'key-unreadable', path, message: error.message });
      return new Map();
    }
  };
};

/** Findings for files that nothing names and for empty folders, unless they have another finding. */
const unreferenced = ({ entries }: ObjectFiles, { findings, unnamed }: Examination): Finding[] => {
  const judged = new Set(findings.filter(isError).map(({ path }) => path));
  const empty = [...entries].flatMap(([path, { kind }]) => (kind === 'empty-folder' ? [path] : []));
  const found = [
    ...empty.map((path) => ({ code: 'E073', path, message: 'The folder is empty.' })),
    ...unnamed.map((path) => ({ code: 'unreferenced-key', path, message: 'Nothing in the object names this file.' })),
  ];
  return found.filter(({ path }) => !judged.has(path));
};

const mutableHead = ({ entries }: ObjectFiles): Finding[] =>
  hasMutableHead(entries.keys())
    ? [
        {
          code: 'mutable-head',
          path: MUTABLE_HEAD,
          message: 'Its content is newer than the last version, and in none.',
        },
      ]
    : [];

const stateFindings = async (files: ObjectFiles, examination: Examination, known: LoggedObject): Promise<Finding[]> => {
  const { root, findings } = examination;
  if (root === null) return [];
  const judged = new Set(findings.filter(isError).map(({ path }) => path));
  const found: Finding[] = [];
  for (const version of root.versions.keys()) {
    const expected = {
      name: known.names?.get(version) ?? null,
      sizeOf: (path: string) => files.entries.get(path)?.size ?? null,
      isDamaged: (path: string) => judged.has(path),
    };
    const inventory = inventoryOf(examination, root, version);
    const mayLack = known.names === null || known.adopted?.has(version) === true;
    if (mayLack && !hasOwnStateFile(inventory, version)) continue;
    found.push(...(await checkStateFile(files.reader, inventory, version, expected)));
  }
  return found;
};

/** Equal findings only once: versions share content, and so the findings about it. */
const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
];

/**
 * Validates an object by OCFL's rules and by ours: each key is named, and state files agree. Warnings are left out.
 * Rejects with KeyUnreadable when an inventory or a declaration cannot be read, and with ByteStoreFault.
 */
export const examine = async (
  dependencies: Pick<AuditDependencies, 'storageRoot' | 'quick'>,
  files: ObjectFiles,
  memory: Memory,
  known: LoggedObject,
): Promise<Examination> => {
  const unreadable: Finding[] = [];
  const examination = await examineObject(files.reader, {
    digestsOf: contentDigests(dependencies, files, memory, unreadable),
    forEach: (items, task) => forEachConcurrently(items, { width: CONCURRENCY }, task),
  });
  const findings = [...examination.findings, ...unreadable];
  const judged = { ...examination, findings };
  const more = [...unreferenced(files, judged), ...mutableHead(files), ...(await stateFindings(files, judged, known))];
  return { ...examination, findings: distinct([...findings, ...more]).filter(({ code }) => !/^W\d/.test(code)) };
};
