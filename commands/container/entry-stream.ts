import type { EventStore } from '../../events/store.js';
import { pathId } from '../../formats/paths/path-id.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { fold, earlierFacts } from '../core/fold.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import type { EntryCommand } from './commands.js';
import { entryDecider } from './decider.js';
import type { EntryFact } from './evolve.js';
import type { PathState } from './state.js';

/** The stream of the entry of a path; that of the root tells only whether its children have entries. */
export const entryStream = (path: RepositoryPath): string => `container-entry-${pathId(path)}`;

/** Whether the fact is of the entry of a path, and not of a container's stream of an earlier version. */
export const isOfEntry = ({ stream }: { readonly stream: string }): boolean => stream.startsWith('container-entry-');

/** The entry of a path. */
export const readEntry = async (events: EventStore, path: RepositoryPath): Promise<PathState> =>
  (await fold(events, entryDecider, entryStream(path))).state;

/** Carries out a command on the entry of a path whose parents' children have entries (`onEntry`). */
export const decideOnEntry = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<EntryCommand>,
): Promise<HandleResult<EntryFact>> =>
  handle(dependencies, intent, { decider: entryDecider, stream: entryStream(command.path), command });

/** What an earlier attempt of this request wrote to the entry of a path; null without one. */
export const earlierOnEntry = (
  { events }: Pick<Dependencies, 'events'>,
  intent: Intent,
  path: RepositoryPath,
): Promise<HandleResult<EntryFact> | null> =>
  earlierFacts(events, { decider: entryDecider, stream: entryStream(path) }, intent);
