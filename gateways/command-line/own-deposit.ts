import type { PreservationClient } from './preservation-client.js';

/** What this command needs to know of a deposit. */
export interface Deposit {
  readonly id: string;
  /** `s3://<bucket>/<prefix>/`. */
  readonly files: string;
  readonly status: string;
  readonly active: boolean;
  readonly metsETag: string | null;
}

export interface DepositWish {
  /** Escaped repository path of the group. */
  readonly path: string;
  readonly archivalGroup: string;
  readonly archivalGroupName: string | null;
  /** The version the deposit starts from; null for a new group. */
  readonly head: string | null;
}

/** How many deposits of one head version may have been deleted before. */
const ATTEMPTS = 100;

export const depositPath = ({ id }: Pick<Deposit, 'id'>): string => new URL(id).pathname;

export const readDeposit = async (
  client: PreservationClient,
  deposit: Pick<Deposit, 'id'>,
): Promise<Deposit | null> => {
  const { status, value } = await client.call<Deposit>('GET', depositPath(deposit), { expected: [200, 404] });
  return status === 404 ? null : value;
};

/**
 * Opens the deposit for this wish, or finds the one that the same command opened before it was interrupted: the
 * idempotency key names the group and the version it starts from, so that asking again gives the same deposit. Null
 * when that one was preserved meanwhile, so that the group must be looked at anew.
 */
export const openOwnDeposit = async (
  client: PreservationClient,
  { path, archivalGroup, archivalGroupName, head }: DepositWish,
): Promise<Deposit | null> => {
  const body = {
    template: 'RootLevel',
    archivalGroup,
    ...(archivalGroupName === null ? {} : { archivalGroupName }),
    submissionText: 'Deposited by the preserve command.',
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const headers = { 'idempotency-key': `preserve:${path}:${head ?? 'new'}:${attempt}` };
    const created = await client.call<Deposit | null>('POST', '/deposits', { expected: [201, 404], body, headers });
    const deposit = created.value?.id === undefined ? null : await readDeposit(client, created.value);
    if (deposit === null) continue; // this attempt's deposit was deleted
    if (deposit.status === 'preserved') return null;
    if (!deposit.active) await client.call('PUT', `${depositPath(deposit)}/activate`, { expected: [204] });
    return deposit;
  }
  return null;
};
