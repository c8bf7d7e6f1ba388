import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import type { EntryCommand } from './commands.js';
import { decideOnEntry } from './entry-stream.js';
import type { EntryFact } from './evolve.js';
import { requireMoved } from './move-entries.js';

/**
 * Carries out a command on the entry of a path, after the children of the containers down to it have entries. Rejects
 * with EntriesMoving while those of a large container of an earlier version are given theirs.
 */
export const onEntry = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<EntryCommand>,
): Promise<HandleResult<EntryFact>> => {
  await requireMoved(dependencies, intent, command.path);
  return decideOnEntry(dependencies, intent, command);
};
