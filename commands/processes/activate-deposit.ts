import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { DepositFact } from '../../events/deposit.js';
import { finishAdmission } from './deposit-admission.js';
import { deactivationRefusal, depositNotFound } from '../deposit/checks.js';
import type { Deposit } from '../deposit/state.js';
import { askedBy, stepOf, type Happened, type Intent, type Services, type Settled } from '../core/services.js';
import { latest, type Outcome } from '../core/handle.js';
import { onDeposit, refusalOf } from '../deposit/on-deposit.js';
import { onLedger } from '../archival-group/on-ledger.js';
import { readDeposit } from '../reads/read-deposit.js';

type Released = Happened<Extract<ArchivalGroupFact, { type: 'DepositReleased' }>>;

const done = (outcome: Outcome<DepositFact>, decided: Outcome<ArchivalGroupFact> | null): Settled<null> => {
  const refusal = refusalOf(outcome);
  return refusal === null ? { ok: null, position: latest(decided, outcome) } : { refusal };
};

/**
 * Lets a deposit be worked on again, in whatever status (companion 11.6). Its group's ledger decides; another active
 * deposit of the group refuses it.
 */
export const activateDeposit = async (
  services: Services,
  intent: Intent,
  depositId: string,
): Promise<Settled<null>> => {
  const deposit = await readDeposit(services.events, depositId);
  if (deposit === null) return { refusal: depositNotFound(depositId) };
  if (deposit.active) return { ok: null, position: null };
  const asked = { depositId, ...askedBy(intent) };
  const { archivalGroup: path } = deposit;
  if (path === null) {
    const activation = { type: 'ActivateDeposit', archivalGroup: null, admission: null, ...asked } as const;
    return done(await onDeposit(services, intent, activation), null);
  }
  const admitted = await onLedger(services, intent, {
    type: 'AdmitDeposit',
    path,
    purpose: { kind: 'activate' },
    ...asked,
  });
  if ('refusal' in admitted) return admitted;
  const [fact] = admitted.facts;
  if (fact?.type !== 'DepositAdmitted') return { ok: null, position: latest(admitted) };
  return done(await finishAdmission(services, fact), admitted);
};

/** Takes the deposit out of work once the ledger has let go of it. */
export const finishDeactivation = async (services: Services, fact: Released): Promise<Outcome<DepositFact> | null> => {
  const { depositId, admission, reason, by, at } = fact.data;
  if (reason !== 'deactivated') return null;
  return onDeposit(services, stepOf(fact, 'deactivate'), { type: 'DeactivateDeposit', depositId, admission, by, at });
};

const deactivate = async (services: Services, intent: Intent, deposit: Deposit): Promise<Settled<null>> => {
  const { depositId, archivalGroup: path, admission } = deposit;
  const asked = { depositId, admission, ...askedBy(intent) };
  if (path !== null && admission !== null) {
    const release = { ...asked, type: 'ReleaseDeposit', path, admission, reason: 'deactivated' } as const;
    const released = await onLedger(services, intent, release);
    if ('refusal' in released) return released;
    const [fact] = released.facts;
    const finished = fact?.type === 'DepositReleased' ? await finishDeactivation(services, fact) : null;
    if (finished !== null) return done(finished, released);
  }
  return done(await onDeposit(services, intent, { type: 'DeactivateDeposit', ...asked }), null);
};

/** Ends work on a deposit whose import failed, so that its group is free for others. */
export const deactivateDeposit = async (
  services: Services,
  intent: Intent,
  depositId: string,
): Promise<Settled<null>> => {
  const deposit = await readDeposit(services.events, depositId);
  if (deposit === null) return { refusal: depositNotFound(depositId) };
  const refusal = deactivationRefusal(deposit);
  if (refusal !== null) return { refusal };
  return deposit.active ? deactivate(services, intent, deposit) : { ok: null, position: null };
};
