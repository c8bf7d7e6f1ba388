import * as answers from './answers.js';
import { FAILED, FAILED_GROUP, RECORDED, type Counts } from './generated.js';
import { idOf } from './life.js';
import { listing, middleOf, PAGE, request, type Request, type Requests } from './request.js';

/** What was recorded in the streams of an imported deposit and of its group, the newest first. */
const DEPOSIT_EVENTS = [
  ...['DepositPreserved', 'ImportJobSettled', 'ImportJobAccepted'],
  ...['MetsRevised', 'DepositWorkspacePrepared', 'DepositCreated'],
];
const GROUP_EVENTS = [
  ...['DepositReleased', 'VersionPublished', 'VersionCommitDecided', 'ImportContentBegun'],
  ...['ImportStarted', 'ImportAdmitted', 'DepositAdmitted'],
];

/** The versions of a group that has one. */
const versions = (group: string): Request =>
  request(`/versions/${group}`, answers.versionsIn, ({ deposits }) => {
    const made = deposits.find((each) => each.archivalGroupPath === group && each.status === 'preserved');
    return { group, versions: [{ version: 1, deposit: made?.id }] };
  });

/** What is asked for of a deposit that the bench has imported. */
export const importedRequests = (deposit: string, group: string): Requests => ({
  'a deposit': request(`/deposits/${deposit}`, answers.depositIn, () => ({
    ...{ group, status: 'preserved', versionPreserved: 'v1' },
  })),
  'history of a deposit': request(`/deposits/${deposit}/history`, answers.eventsIn, () => DEPOSIT_EVENTS),
  'a group': request(`/repository/${group}?view=lightweight`, answers.resourceIn, () => ({
    ...{ path: group, type: 'ArchivalGroup' },
  })),
  'history of a group': request(`/history/${group}`, answers.eventsIn, () => GROUP_EVENTS),
  'versions of a group': versions(group),
});

/** The same of a failed deposit. */
const FAILED_DEPOSIT_EVENTS = [
  ...['DepositImportFailed', 'ImportJobSettled', 'ImportJobAccepted', 'DepositWorkspacePrepared', 'DepositCreated'],
];
const FAILED_GROUP_EVENTS = [
  ...['DepositReleased', 'ImportAbandoned', 'ImportStarted', 'ImportAdmitted', 'DepositAdmitted'],
];

/** What is asked for of the group whose deposits have failed, and of a deposit in the middle of these. */
export const failedGroupRequests = ({ failed }: Counts): Requests => {
  const group = FAILED_GROUP;
  const deposit = `/deposits/${idOf(0, FAILED + Math.floor(failed / 2))}`;
  const deposits = { archivalGroupPath: group, showAll: true } as const;
  /** Beside the copies: that of the version, and those that failed when they were recorded. */
  const all = failed + 1 + RECORDED.length;
  const named: Requests = {
    'the group': request(`/repository/${group}?view=lightweight`, answers.resourceIn, () => ({
      ...{ path: group, type: 'ArchivalGroup' },
    })),
    'history of the group': request(`/history/${group}?limit=${PAGE}`, answers.eventsIn, ({ counts }) => {
      const copies = Array.from({ length: counts.failed + RECORDED.length }, () => FAILED_GROUP_EVENTS);
      return [...copies.flat(), ...GROUP_EVENTS].slice(0, PAGE);
    }),
    'versions of the group': versions(group),
    'its deposits, the first page': listing(deposits),
    'its deposits, a page in the middle': listing({ ...deposits, page: middleOf(all, PAGE) }),
    'one of its deposits': request(deposit, answers.depositIn, () => ({
      ...{ group, status: 'error', versionPreserved: null },
    })),
    'history of one of its deposits': request(`${deposit}/history`, answers.eventsIn, () => FAILED_DEPOSIT_EVENTS),
  };
  return Object.fromEntries(
    Object.entries(named).map(([name, each]) => [`of the group with many deposits: ${name}`, each]),
  );
};
