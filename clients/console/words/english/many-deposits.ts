import type { Formats } from '../formats.js';

/** What is done with many deposits of the listing at once. */
export const manyDepositsWords = ({ count, plural }: Formats) => {
  const deposits = (n: number): string => `${count(n)} ${plural(n, 'deposit', 'deposits')}`;
  const are = (n: number, rest: string): string => `${deposits(n)} ${plural(n, 'is', 'are')} ${rest}`;
  return {
    selectPage: 'Select all on this page',
    bar: 'Selected deposits',
    allThatMatch: (n: number) => `All ${count(n)} that match`,
    actions: {
      open: 'Work on them again',
      close: 'Close',
      archive: 'Empty the workspaces',
      remove: 'Delete',
    },
    whyNot: {
      open: 'none of these is closed and has its workspace',
      close: 'only those whose import failed can be closed',
      archive: 'only of those that are closed, and preserved or failed',
      remove: '',
    },
    title: {
      open: (n: number) => `Work on ${deposits(n)} again?`,
      close: (n: number) => `Close ${deposits(n)}?`,
      archive: (n: number) => `Empty the ${plural(n, 'workspace', 'workspaces')} of ${deposits(n)}?`,
      remove: (n: number) => `Delete ${deposits(n)}?`,
    },
    does: {
      open: (n: number) => `Work on ${deposits(n)} again`,
      close: (n: number) => `Close ${deposits(n)}`,
      archive: (n: number) => `Empty ${count(n)} ${plural(n, 'workspace', 'workspaces')}`,
      remove: (n: number) => `Delete ${deposits(n)}`,
    },
    what: {
      open: 'Each becomes the active deposit of its place. One is refused where another deposit is active for the place.',
      close:
        'Their files stay; other deposits may be made for their places. Only those whose import failed can be closed.',
      archive:
        'Their files are removed, of each deposit after all of them were found in the version with the same digest. The METS stays, and the deposits stay in the list as archived.',
      remove:
        'Everything in their workspaces is removed. What the repository has stays as it is; files that are in no version are lost, and nobody can bring them back.',
    },
    inTurn: 'It is done with one after another; those that are refused stay selected, and the reason is below each.',
    reading: 'Reading which deposits match',
    tooMany: (most: number) => `At most ${deposits(most)} at once: narrow the list with a filter`,
    none: 'None is left that matches',
    typeNumber: 'Type the number of deposits',
    doing: { open: 'Opening', close: 'Closing', archive: 'Starting to empty', remove: 'Deleting' },
    doneOf: (done: string, total: string) => `${done} of ${total}`,
    stop: 'Stop',
    done: {
      open: (n: number) => are(n, 'in work again.'),
      close: (n: number) => are(n, 'closed.'),
      archive: (n: number) =>
        `${plural(n, 'The workspace', 'The workspaces')} of ${deposits(n)} ${plural(n, 'is', 'are')} being emptied. Jobs shows how far it is.`,
      remove: (n: number) => are(n, 'deleted.'),
    },
    refusedSoFar: (n: number) => `${count(n)} refused`,
    refusedWhy: {
      open: 'It is not closed, or its workspace was emptied.',
      close: 'Only a deposit whose import failed can be closed.',
      archive: 'Only the workspace of a deposit that is closed, and preserved or failed, can be emptied.',
      remove: '',
    },
    refused: (n: number) => `${deposits(n)} ${plural(n, 'was', 'were')} refused.`,
    left: (n: number) => `${deposits(n)} ${plural(n, 'was', 'were')} not tried.`,
    elsewhere: 'Refused, and not on this page',
    moreElsewhere: (n: number) => `and ${count(n)} more`,
    understood: 'Close this message',
  };
};
