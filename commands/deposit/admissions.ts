import type { DepositFact } from '../../events/deposit.js';
import type { Decision, Refusal } from '../core/decider.js';
import { archivingRefusal, changedMeanwhile, changeRefusal, liveJobRefusal } from './checks.js';
import type { ActivateDeposit, AssignArchivalGroup } from './commands.js';
import { describe } from './describe.js';
import type { Deposit } from './state.js';

type DepositDecision = Decision<DepositFact>;

/** An admission is answered once: a repeat, or an older admission, changes nothing. */
const isAnswered = ({ considered }: Deposit, group: string, admission: number): boolean => {
  const newest = considered.findLast((each) => each.group === group);
  return newest !== undefined && admission <= newest.admission;
};

const decline = (
  command: { readonly depositId: string; readonly at: string },
  offer: { readonly archivalGroup: string; readonly admission: number },
  { code, detail }: Refusal,
): DepositDecision => [
  { type: 'DepositAdmissionDeclined', data: { depositId: command.depositId, ...offer, code, detail, at: command.at } },
];

/** Moves the deposit to another group; an active deposit needs an admission there. */
export const assign = (command: AssignArchivalGroup, deposit: Deposit): DepositDecision => {
  const { depositId, archivalGroup, admission, by, at } = command;
  if (admission !== null && isAnswered(deposit, archivalGroup, admission)) return [];
  const refusal =
    changeRefusal(deposit, by) ??
    liveJobRefusal(deposit) ??
    (deposit.active === (admission !== null) ? null : changedMeanwhile(depositId));
  if (refusal !== null) return admission === null ? refusal : decline(command, { archivalGroup, admission }, refusal);
  const { archivalGroup: previous, admission: previousAdmission } = deposit;
  return [
    {
      type: 'DepositArchivalGroupAssigned',
      data: { depositId, archivalGroup, admission, previous, previousAdmission, by, at },
    },
    ...describe(command, deposit),
  ];
};

/** Makes the deposit active; a deposit with a group needs an admission to it. */
export const activate = (
  { depositId, archivalGroup, admission, by, at, ...rest }: ActivateDeposit,
  deposit: Deposit,
): DepositDecision => {
  const activated: DepositFact = { type: 'DepositActivated', data: { depositId, admission, by, at } };
  const archiving = archivingRefusal(deposit);
  if (archivalGroup === null || admission === null) {
    if (archiving !== null) return archiving;
    if (deposit.archivalGroup !== null) return changedMeanwhile(depositId);
    return deposit.active ? [] : [activated];
  }
  if (isAnswered(deposit, archivalGroup, admission)) return [];
  if (archiving !== null) return decline({ depositId, at, ...rest }, { archivalGroup, admission }, archiving);
  if (deposit.archivalGroup === archivalGroup) return [activated];
  return decline({ depositId, at, ...rest }, { archivalGroup, admission }, changedMeanwhile(depositId));
};
