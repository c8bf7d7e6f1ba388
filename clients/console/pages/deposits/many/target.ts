import type { ListedDeposit } from '../columns.js';

/** A deposit that something is done with; its id is its address. */
export type Target = Pick<ListedDeposit, 'id' | 'archivalGroupName' | 'status' | 'active'>;

/** What can be done with many deposits. */
export const ACTIONS = ['open', 'close', 'archive', 'remove'] as const;
export type Action = (typeof ACTIONS)[number];

/** Whether the platform might do it, as far as a listing shows. */
export const mayDo = (action: Action, { status, active }: Target): boolean =>
  ({
    open: !active && status !== 'archived',
    close: active && status === 'error',
    archive: !active && (status === 'preserved' || status === 'error'),
    remove: true,
  })[action];
