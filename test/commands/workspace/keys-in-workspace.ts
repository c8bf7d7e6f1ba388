import { workspacePrefix } from '../../../commands/workspace/empty-workspace.js';
import { WORKSPACE, type TemporaryBytes } from '../../support/command-bench.js';

/** The keys in the workspace of a deposit, relative to it. */
export const keysOf = async ({ bytes }: TemporaryBytes, depositId: string): Promise<string[]> => {
  const keys: string[] = [];
  const prefix = workspacePrefix(depositId);
  for await (const { key } of bytes.list(WORKSPACE, prefix)) keys.push(key.slice(prefix.length));
  return keys;
};
