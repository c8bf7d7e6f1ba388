import type { Formats } from '../formats.js';

export const homeWords = ({ count, plural, bytes, duration }: Formats) => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'file', 'files')}`;
  return {
    newDeposit: 'New deposit',
    needs: 'Needs you',
    allDeposits: 'All deposits',
    nothingNeeds: 'Nothing waits for you.',
    summary: (needs: number, running: number, made: number) =>
      `${needs === 0 ? 'Nothing needs' : `${count(needs)} ${plural(needs, 'thing needs', 'things need')}`} you, ${
        running === 0 ? 'no job is' : `${count(running)} ${plural(running, 'job is', 'jobs are')}`
      } running${made === 0 ? '' : `, ${count(made)} ${plural(made, 'version was', 'versions were')} made since yesterday`}`,
    infected: 'Infected',
    infectedWhy: (n: number) =>
      `A virus was found in ${files(n)}. They are still in the workspace, and an import would be refused.`,
    failed: 'Import failed',
    failedWhy: 'The repository is as it was. Activate the deposit and import again.',
    differs: 'Differs',
    differsWhy: (n: number) =>
      `${files(n)} ${plural(n, 'is', 'are')} no longer as the METS records them. Record them again.`,
    seeFiles: (n: number) => (n === 1 ? 'See the file' : `See the ${count(n)} files`),
    seeWhat: 'See what happened',
    waitingLong: 'Waiting long',
    untouched: (n: number) => `${count(n)} ${plural(n, 'deposit', 'deposits')} untouched for more than 30 days`,
    oldest: (name: string) => `The one that waits longest is “${name}”.`,
    listThem: 'List them',
    more: (n: number) => `${count(n)} more`,
    runningNow: 'Running now',
    allJobs: 'All jobs',
    noJobs: 'No job runs or waits.',
    filesOf: (done: number, total: number) => `${count(done)} of ${count(total)} ${plural(total, 'file', 'files')}`,
    bytesOf: (done: number, total: number) => `${bytes(done)} of ${bytes(total)}`,
    waits: 'Waiting for its turn',
    left: (seconds: number) => `about ${duration(seconds)} left`,
    newVersions: 'New versions',
    activity: 'Activity',
    noVersions: 'No version was made yet.',
    space: 'Space',
    system: 'System',
    workspaces: 'Workspaces',
    ofDisk: (used: number, total: number) => `${bytes(used)} of ${bytes(total)}`,
    freed: (size: number, n: number) =>
      `${bytes(size)} are in ${count(n)} ${plural(n, 'deposit', 'deposits')} already preserved`,
    repository: 'Repository',
    holds: (groups: number, n: number) => `${count(groups)} ${plural(groups, 'group', 'groups')}, ${files(n)}`,
    health: 'Health',
    storesRead: 'Both stores can be read',
    storesNotRead: (n: number): string => (n === 1 ? 'One store cannot be read' : 'Neither store can be read'),
    listsCurrent: 'Lists are up to date',
    listsBehind: 'Lists are behind',
    behind: (seconds: number) => `${duration(seconds)} behind`,
    noAudit: 'No audit yet',
    auditClean: 'Last audit: no findings',
    auditFound: (n: number) => `Last audit: ${count(n)} ${plural(n, 'finding', 'findings')}`,
    firstTitle: 'Nothing is preserved here yet',
    runsOn: 'Muniment runs on the folder',
    inTheName: 'no sign-in: all work is in the name',
    withThisPage: 'With this page',
    beginHere: 'Begin with a deposit',
    beginHow:
      'A deposit is a place to work in. You give it a name and put a folder into it, look at what the tools find, see what an import would do, and import it as version 1. Nothing is preserved before you say so.',
    withS3: 'With an S3 tool',
    withS3Tools: 'aws, rclone, Cyberduck',
    withS3How:
      'For large folders, or from a machine without a browser: make a deposit, take its keys from its menu, and upload below objects/.',
    atTerminal: 'At the terminal',
    atTerminalNote: 'from folder to version in one command',
    atTerminalHow: 'Some letters of 1911 come with Muniment, to try it with. Then put your own folder and place.',
    seen: 'This page shows it as it happens.',
    fourWords: 'Four words',
    words: [
      ['Deposit', 'where you put files for one new version'],
      ['Archival group', 'what is kept: one OCFL object with all its versions'],
      ['Version', 'what an import makes; never changed after'],
      ['METS', 'the file that describes the others; Muniment writes it'],
    ] as readonly (readonly [string, string])[],
  };
};
