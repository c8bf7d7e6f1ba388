import type { Formats } from '../formats.js';

export const homeWords = ({ count, plural, bytes }: Formats) => ({
  newDeposit: 'New deposit',
  needs: 'Needs you',
  allDeposits: 'All deposits',
  nothingNeeds: 'Nothing waits for you.',
  summary: (needs: number, running: number) =>
    `${count(needs)} ${plural(needs, 'thing needs', 'things need')} you, ${count(running)} ${plural(running, 'job is', 'jobs are')} running`,
  importFailed: 'Import failed',
  importFailedWhy: 'The repository is as it was. Activate the deposit and import again.',
  seeWhat: 'See what happened',
  waitingLong: 'Waiting long',
  untouched: (n: number) => `${count(n)} ${plural(n, 'deposit', 'deposits')} untouched for more than 30 days`,
  oldest: (name: string) => `The oldest is “${name}”.`,
  listThem: 'List them',
  runningNow: 'Running now',
  allJobs: 'All jobs',
  noJobs: 'No job runs or waits.',
  filesOf: (done: number, total: number) => `${count(done)} of ${count(total)} ${plural(total, 'file', 'files')}`,
  bytesOf: (done: number, total: number) => `${bytes(done)} of ${bytes(total)}`,
  left: (duration: string) => `about ${duration} left`,
  newVersions: 'New versions',
  activity: 'Activity',
  noVersions: 'No version was made yet.',
});
