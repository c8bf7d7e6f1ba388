import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { handle, type HandleResult } from '../core/handle.js';
import type { Given } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { ledgerStream } from '../core/stream-names.js';
import type { LedgerCommand } from './commands.js';
import { archivalGroup } from './decider.js';

/** Carries out a command on the ledger of an archival group. */
export const onLedger = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: Given<LedgerCommand>,
): Promise<HandleResult<ArchivalGroupFact>> =>
  handle(dependencies, intent, { decider: archivalGroup, stream: ledgerStream(command.path), command });
