import { randomUUID } from 'node:crypto';
import { ApiFault } from '../../api/api-fault.js';
import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit, DepositRequest } from '../../api/resources.js';
import { CommandFault } from '../command-fault.js';

export interface WantedDeposit {
  /** Escaped repository path of the group. */
  readonly path: string;
  readonly archivalGroupName: string | null;
  /** The version the deposit starts from; null for a new group. */
  readonly head: string | null;
  /** The message of the version; null leaves that of an earlier run, or makes none. */
  readonly message: string | null;
}

/** The usual cause of a refused deposit: its key was used with another name. */
const ADVICE = 'If an interrupted run gave the archival group another name, repeat that command with the same --name.';

/**
 * Null where the deposit of this key was deleted; throws otherwise. Only the agent that opened a deposit finds it
 * again.
 */
const ofRefusal = (error: unknown): null => {
  if (!(error instanceof ApiFault)) throw error;
  if (error.status === 404) return null;
  if (error.status === 400) throw new CommandFault(`${error.detail ?? ''} ${ADVICE}`);
  if (error.status !== 409) throw error;
  throw new CommandFault(
    `${error.message}. If an interrupted run left it, repeat the command as that agent, with --agent.`,
  );
};

/** The most deleted deposits of one head version. */
const ATTEMPTS = 100;

/** Sets the message in a request of its own: the request that opens the deposit must be the same for any message. */
const describe = async (client: PreservationClient, { id }: Deposit, submissionText: string): Promise<void> => {
  await client.patchDeposit(idIn(id), { submissionText }, { idempotencyKey: randomUUID() });
};

/**
 * Opens a deposit, or finds the one that the same command opened before it was interrupted: the idempotency key is made
 * of the group and its head version, so a repeated request gives the same deposit. Null when that one was preserved
 * meanwhile, so that the group must be read again.
 */
export const openOwnDeposit = async (
  client: PreservationClient,
  { path, archivalGroupName, head, message }: WantedDeposit,
): Promise<Deposit | null> => {
  const request: DepositRequest = {
    template: 'RootLevel',
    archivalGroup: `/repository/${path}`, // without a host: a repeated request must be the same text on any port
    ...(archivalGroupName === null ? {} : { archivalGroupName }),
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const idempotencyKey = `preserve:${path}:${head ?? 'new'}:${attempt}`;
    const created = await client.createDeposit(request, { idempotencyKey }).catch(ofRefusal);
    const deposit = created && (await client.getDeposit(idIn(created.id)));
    if (deposit === null) continue; // this attempt's deposit was deleted
    if (deposit.preserved !== null) return null;
    if (!deposit.active) await client.activateDeposit(idIn(deposit.id), { idempotencyKey: randomUUID() });
    if (message !== null && message !== deposit.submissionText) await describe(client, deposit, message);
    return deposit;
  }
  return null;
};
