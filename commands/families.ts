import type { ArchivalGroupFact } from '../events/archival-group.js';
import type { ContainerFact } from '../events/container.js';
import type { DepositFact } from '../events/deposit.js';
import type { Fact, Position } from '../events/envelope.js';
import type { ImportJobFact } from '../events/import-job.js';
import type { LedgerCommand } from './archival-group/commands.js';
import { archivalGroup } from './archival-group/decider.js';
import { container, type ContainerCommand } from './container/decider.js';
import { REFUSALS, type RefusalCode } from './refusal-codes.js';
import { refuse, type Refusal } from './decider.js';
import { deposit } from './deposit/decider.js';
import type { DepositCommand } from './deposit/commands.js';
import { handle, type Outcome } from './handle.js';
import { importJob, type ImportJobCommand } from './import-job/decider.js';
import type { Intent, Services } from './services.js';
import { containerStream, depositStream, importJobStream, ledgerStream } from './stream-names.js';

type Recording = Pick<Services, 'events' | 'producer'>;

/** Carries out a command on a deposit. */
export const onDeposit = (
  services: Recording,
  intent: Intent,
  command: DepositCommand,
): Promise<Outcome<DepositFact>> =>
  handle(services, intent, { decider: deposit, stream: depositStream(command.depositId), command });

/** Carries out a command on the ledger of an archival group. */
export const onLedger = (
  services: Recording,
  intent: Intent,
  command: LedgerCommand,
): Promise<Outcome<ArchivalGroupFact>> =>
  handle(services, intent, { decider: archivalGroup, stream: ledgerStream(command.path), command });

/** Carries out a command on a container. */
export const onContainer = (
  services: Recording,
  intent: Intent,
  command: ContainerCommand,
): Promise<Outcome<ContainerFact>> =>
  handle(services, intent, { decider: container, stream: containerStream(command.path), command });

/** Carries out a command on an import job. */
export const onImportJob = (
  services: Recording,
  intent: Intent,
  command: ImportJobCommand,
): Promise<Outcome<ImportJobFact>> =>
  handle(services, intent, { decider: importJob, stream: importJobStream(command.jobId), command });

/** What every command says of who asks and when. */
export const askedBy = ({ actor, at }: Intent): { readonly by: string; readonly at: string } => ({
  by: actor.agent,
  at,
});

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** Why the outcome is a no: refused now, or declined once and for all by a fact of the deposit; null when it is none. */
export const refusalOf = (outcome: Outcome<DepositFact>): Refusal | null => {
  if ('refusal' in outcome) return outcome.refusal;
  for (const { type, data } of outcome.facts) {
    if (type !== 'DepositAdmissionDeclined' && type !== 'ImportJobDeclined') continue;
    return refuse(isRefusalCode(data.code) ? data.code : 'deposit-changed', data.detail);
  }
  return null;
};

/** The last place in the log that the outcomes speak of. Positions order as text. */
export const latest = (...outcomes: readonly (Outcome<Fact> | null)[]): Position | null =>
  outcomes
    .map((outcome) => (outcome === null || 'refusal' in outcome ? null : outcome.position))
    .reduce((last, position) => (position !== null && (last === null || position > last) ? position : last), null);
