import { descriptionOf } from '../../../events/deposit-description.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { exportDeposit } from '../../../commands/processes/deposits/export-deposit.js';
import { exportGroup } from '../../../commands/processes/exports/export-group.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import { describeArchivalGroup } from '../../../formats/mets/create-mets.js';
import { done, first, GROUP, intentOf, persistent, update, type File, type Wish } from './scenarios.js';

/** One export that a client asks for. */
export interface ExportWish {
  readonly to: 'a new deposit' | 'the deposit of the group' | 'a prefix';
  /** The label of the version; null for the head. */
  readonly version: string | null;
  readonly template: 'None' | 'RootLevel';
  /** Whether the client deletes the deposit at once. */
  readonly deletes: boolean;
  readonly withMets: boolean;
}

/** What was answered to a client. */
export interface ExportAnswer {
  /** Null for an export to a prefix. */
  readonly depositId: string | null;
  readonly exportId: string;
}

/** Where exports go that have no deposit. */
export const EXPORTS = { bucket: 'workspace', prefix: 'exports/one/' } as const;

/** A METS without the folders for metadata, so that the export has something to add. */
const METS = describeArchivalGroup(
  { title: 'Letters of 1911', agent: 'test', now: new Date('2026-05-04T10:00:00.000Z') },
  { containers: [{ path: 'objects', name: 'objects' }], files: [] },
).toString();

/** The jobs whose versions are exported. */
export const importsBefore = ({ withMets }: ExportWish): readonly Wish[] => {
  const mets: File = { op: 'add-binary', path: 'mets.xml', text: METS };
  return [withMets ? { ...first, files: [...first.files, mets] } : first, update];
};

/** The text of every file of a version but the METS, by path, as the jobs tell it. */
export const textsOf = ({ version }: ExportWish): ReadonlyMap<string, string> => {
  const texts = new Map(first.files.map(({ path, text }) => [path, text]));
  if (version === 'v1') return texts;
  for (const { op, path } of update.others) if (op === 'delete-binary') texts.delete(path);
  for (const { path, text } of update.files) texts.set(path, text);
  return texts;
};

const described = { archivalGroup: GROUP, ...descriptionOf({}) } as const;

const requestDeposit = async (dependencies: Dependencies, { version, template }: ExportWish): Promise<ExportAnswer> => {
  const wanted = { ...described, version, template, bucket: 'workspace' };
  const { depositId, exported } = done(
    await persistent(() => exportDeposit(dependencies, intentOf('an export'), wanted)),
  );
  if (exported === null) throw new Error(`the deposit ${depositId} was not created by an export`);
  return { depositId, exportId: exported.exportId };
};

const requestExport = async (
  dependencies: Dependencies,
  { version }: ExportWish,
  depositId: string | null,
): Promise<ExportAnswer> => {
  const destination = depositId === null ? EXPORTS : { bucket: 'workspace', prefix: `deposits/${depositId}/` };
  const wanted = { archivalGroup: GROUP, version, destination, declared: {} };
  const { exportId } = done(await persistent(() => exportGroup(dependencies, intentOf('an export'), wanted)));
  return { depositId, exportId };
};

/** Opens the deposit whose workspace an export goes to, where there is one before the export. */
export const prepareDestination = async (dependencies: Dependencies, { to }: ExportWish): Promise<string | null> => {
  if (to !== 'the deposit of the group') return null;
  const opening = { ...described, template: 'None' as const, bucket: 'workspace' };
  const opened = await persistent(() => openDeposit(dependencies, intentOf('the deposit of the group'), opening));
  return done(opened).depositId;
};

/** Asks for an export until it is acknowledged. */
export const requestOf = (
  dependencies: Dependencies,
  wish: ExportWish,
  destination: string | null,
): Promise<ExportAnswer> =>
  wish.to === 'a new deposit' ? requestDeposit(dependencies, wish) : requestExport(dependencies, wish, destination);

/** Deletes a deposit until that is acknowledged; a repeat finds nothing any more. */
export const deleteAtOnce = async (dependencies: Dependencies, depositId: string): Promise<void> => {
  const deleted = await persistent(() => deleteDeposit(dependencies, intentOf('a deletion'), depositId));
  if (!deleted.ok && deleted.refusal.code !== 'deposit-not-found') done(deleted);
};
