import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { importIt, newDeposit, upload, workspace, type ArchiveBench } from './archive-bench.js';

export const FILES = { 'objects/a.txt': 'one', 'objects/b/ä #1 100%.txt': 'two', 'objects/📜 letter.txt': 'three' };

export const stateOf = async ({ dependencies }: ArchiveBench, { depositId }: Deposit): Promise<Deposit> =>
  (await readDeposit(dependencies.events, depositId))!;

/** The paths in the workspace of a deposit, relative to it. */
export const pathsOf = async (bench: ArchiveBench, { files }: Deposit): Promise<string[]> =>
  [...(await workspace(bench, files.prefix)).keys()].map((key) => key.slice(files.prefix.length));

/** Imports a deposit and takes a file away before its job runs; then puts it back. */
export const failImport = async (bench: ArchiveBench, deposit: Deposit, path: string, text: string): Promise<void> => {
  const { bucket, prefix } = deposit.files;
  await importIt(bench, deposit, () => bench.world.bytes.delete(bucket, [prefix + path]));
  await upload(bench, deposit, { [path]: text });
};

/** A deposit in error for the group, with its files and one more. */
export const failedDeposit = async (bench: ArchiveBench): Promise<Deposit> => {
  const deposit = await newDeposit(bench, { files: { ...FILES, 'objects/new.txt': 'new' } });
  await failImport(bench, deposit, 'objects/new.txt', 'new');
  return deposit;
};
