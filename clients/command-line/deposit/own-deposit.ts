import { randomUUID } from 'node:crypto';
import { CommandFault } from '../command-fault.js';
import type { PreservationClient } from '../../api/preservation-client.js';

/** What this command needs to know of a deposit. */
export interface Deposit {
  readonly id: string;
  /** `s3://<bucket>/<prefix>/`. */
  readonly files: string;
  readonly status: string;
  readonly active: boolean;
  readonly metsETag: string | null;
  readonly submissionText: string | null;
}

export interface DepositWish {
  /** Escaped repository path of the group. */
  readonly path: string;
  readonly archivalGroupName: string | null;
  /** The version the deposit starts from; null for a new group. */
  readonly head: string | null;
  /** What the version is to say of itself; as an earlier run left it when null. */
  readonly message: string | null;
}

type Created = Pick<Deposit, 'id'> & { readonly detail?: string | null };

/** A key that was used for another name is what a refused deposit mostly comes from. */
const ADVICE =
  'If an interrupted run gave the archival group another name, run the command as it was then, with --name.';

/** A deposit is found again by whom it belongs to alone. */
const heldByOther = (error: unknown): never => {
  if (!(error instanceof CommandFault) || error.status !== 409) throw error;
  throw new CommandFault(
    `${error.message}. If an interrupted run left it, run the command as that agent, with --agent.`,
  );
};

/** How many deposits of one head version may have been deleted before. */
const ATTEMPTS = 100;

/** Of the service itself, whatever public address its ids begin with. */
export const depositPath = ({ id }: Pick<Deposit, 'id'>): string => id.slice(id.lastIndexOf('/deposits/'));

export const readDeposit = async (
  client: PreservationClient,
  deposit: Pick<Deposit, 'id'>,
): Promise<Deposit | null> => {
  const { status, value } = await client.call<Deposit>('GET', depositPath(deposit), { expected: [200, 404] });
  return status === 404 ? null : value;
};

const activate = async (client: PreservationClient, deposit: Deposit): Promise<void> => {
  const headers = { 'idempotency-key': randomUUID() };
  await client.call('PUT', `${depositPath(deposit)}/activate`, { expected: [204], headers });
};

/** Not when it is opened: the same request must open the same deposit, whatever it is to say. */
const describe = async (client: PreservationClient, deposit: Deposit, submissionText: string): Promise<void> => {
  const headers = { 'idempotency-key': randomUUID() };
  await client.call('PATCH', depositPath(deposit), { expected: [200], body: { submissionText }, headers });
};

/**
 * Opens the deposit for this wish, or finds the one that the same command opened before it was interrupted: the
 * idempotency key names the group and the version it starts from, so that asking again gives the same deposit. Null
 * when that one was preserved meanwhile, so that the group must be looked at anew.
 */
export const openOwnDeposit = async (
  client: PreservationClient,
  { path, archivalGroupName, head, message }: DepositWish,
): Promise<Deposit | null> => {
  const body = {
    template: 'RootLevel',
    archivalGroup: `/repository/${path}`, // without a host: a repeated request must be the same text on any port
    ...(archivalGroupName === null ? {} : { archivalGroupName }),
    submissionText: 'Deposited by the preserve command.',
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const headers = { 'idempotency-key': `preserve:${path}:${head ?? 'new'}:${attempt}` };
    const expected = [201, 400, 404];
    const { status, value } = await client
      .call<Created>('POST', '/deposits', { expected, body, headers })
      .catch(heldByOther);
    if (status === 400) throw new CommandFault(`${value.detail ?? ''} ${ADVICE}`);
    const deposit = status === 404 ? null : await readDeposit(client, value);
    if (deposit === null) continue; // this attempt's deposit was deleted
    if (deposit.status === 'preserved') return null;
    if (!deposit.active) await activate(client, deposit);
    if (message !== null && message !== deposit.submissionText) await describe(client, deposit, message);
    return deposit;
  }
  return null;
};
