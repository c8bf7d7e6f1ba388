import type { Formats } from '../formats.js';

interface Planned {
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly renamed: number;
}

/** What is said of a job, on its own page and where a page shows how far it is. */
export const jobWords = ({ count, plural, duration, when }: Formats) => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'file', 'files')}`;
  return {
    progress: 'Progress',
    noNumbers: 'no numbers yet',
    filesDone: (n: number) => files(n),
    filesOf: (done: string, total: number) => `${done} of ${files(total)}`,
    bytesOf: (done: string, total: string) => `${done} of ${total}`,
    rate: (bytes: string) => `${bytes}/s`,
    left: (span: string) => `about ${span} left`,
    now: {
      wait: 'Waiting for its turn',
      prepare: 'Getting ready',
      copy: 'Copying, each file checked against its SHA-256',
      publish: 'Publishing the inventory',
      look: 'The tools look at the files',
      store: 'Writing the report into the workspace',
      record: 'Recording what was found in the METS',
      verify: 'Proving that the repository has every file',
      remove: 'Removing files from the workspace',
      work: 'At work',
    } as Readonly<Record<string, string>>,
    doing: {
      wait: 'Waits for its turn',
      prepare: 'Getting ready',
      copy: 'Copying and checking',
      publish: 'Publishing the inventory, then the deposit is closed',
      look: 'Formats, viruses, metadata within files',
      store: 'Report written and uploaded',
      record: 'Recorded in the METS',
      verify: 'Compared with the repository',
      remove: 'Files removed from the workspace',
      work: 'At work',
    } as Readonly<Record<string, string>>,
    done: {
      wait: 'Waited for its turn',
      prepare: 'Made ready',
      copy: 'Copied and checked',
      publish: 'Inventory published, deposit closed',
      look: 'The tools looked at the files',
      store: 'Report written and uploaded',
      record: 'Recorded in the METS',
      verify: 'Compared with the repository',
      remove: 'Files removed from the workspace',
      work: 'Worked',
    } as Readonly<Record<string, string>>,
    toCome: 'to come',
    notReached: 'not reached',
    askedFor: 'Asked for',
    askedBy: (agent: string, planned: Planned | null) => {
      if (planned === null) return `by ${agent}`;
      const parts = [
        planned.added > 0 ? `${files(planned.added)} to add` : '',
        planned.changed > 0 ? `${count(planned.changed)} to change` : '',
        planned.renamed > 0 ? `${count(planned.renamed)} to rename` : '',
        planned.deleted > 0 ? `${count(planned.deleted)} to delete` : '',
      ].filter((part) => part !== '');
      return parts.length === 0 ? `by ${agent}` : `by ${agent}: ${parts.join(', ')}`;
    },
    before: (n: number | null) =>
      n === null ? 'behind many others' : n === 0 ? 'next in line' : `${count(n)} before it`,
    heldBy: (agent: string) => `held by ${agent}`,
    theVersion: 'the version',
    decided: (version: string) => `${version.replace(/^v(?=\d)/, 'Version ')} is decided`.replace(/^t/, 'T'),
    decidedNow: 'from here on it can only be finished',
    untilDecided: 'until then nothing has changed in the repository, after it everything has',
    cancelledBy: (agent: string) => `Cancelled by ${agent}`,
    cancel: {
      import: 'Cancel the import',
      export: 'Cancel the export',
      pipelineRun: 'End this run',
      archiving: 'Cancel the archiving',
      audit: 'Cancel the audit',
      adoption: 'Cancel the adoption',
      rebuild: 'Cancel the rebuild',
    },
    cancelTitle: {
      import: 'Cancel this import?',
      export: 'Cancel this export?',
      pipelineRun: 'End this run of the tools?',
      archiving: 'Cancel this archiving?',
      audit: 'Cancel this audit?',
      adoption: 'Cancel this adoption?',
      rebuild: 'Cancel this rebuild?',
    },
    cancelWhy: {
      import:
        'What is copied is taken away again, and the repository is as if it had not begun. The deposit is closed; activate it to import again.',
      export: 'Files that are copied stay. Its deposit cannot be worked on, and can be deleted.',
      pipelineRun:
        'It ends within seconds as failed, and nothing of it is recorded. Reports that are uploaded already stay below metadata until the next run. The lock is given back. Run the tools again when you like.',
      archiving: 'Nothing is removed from the workspace.',
      audit: 'What it has found so far stays in its report.',
      adoption: 'What was adopted by then stays adopted.',
      rebuild: 'Views that were begun are finished; the others stay as they are.',
    },
    soFar: (far: string) => `${far} are done.`,
    cancelling: 'Cancelling',
    goOn: 'Let it go on',
    decidedMeanwhile: 'It was decided in the meantime',
    cannotCancel: (at: string) => `It was decided at ${at}; it can only be finished`,
    failedWhy: {
      import:
        'Nothing of this import is in the repository; the deposit and its files are as they were. Mend what is said here, activate the deposit, and import once more.',
      export: 'Files may be missing where it was copied to.',
      pipelineRun:
        'Nothing of this run was recorded, and the files are as they were. When it is mended, run the tools again.',
      archiving: 'The files stay in the workspace.',
      audit: 'The report names each finding; the operators find there what to do about it.',
      adoption: 'The report names each object that was not adopted, and why.',
      rebuild: 'The views before stay in use.',
    },
    cancelledWhy: {
      import:
        'Nothing of this import is in the repository; the deposit and its files are as they were. To import after all, activate the deposit, and import once more.',
      export: 'Files that were copied stay. Its deposit cannot be worked on, and can be deleted.',
      pipelineRun:
        'Nothing of this run was recorded, and the files are as they were. Run the tools again when you like.',
      archiving: 'The files stay in the workspace.',
      audit: 'What it had found is in its report.',
      adoption: 'What was adopted by then stays adopted.',
      rebuild: 'Views that were begun were finished; the others are as they were.',
    },
    showFile: 'Show the file',
    otherErrors: 'Other errors',
    ofErrors: (shown: number, all: number) =>
      shown === all ? count(all) : `the first ${count(shown)} of ${count(all)}`,
    wholeJob: 'the whole job',
    since: (state: string, at: string) => `${state} since ${when(at)}`,
    ended: (state: string, at: string) => `${state} ${when(at)}`,
    took: (seconds: number) => `in ${duration(seconds)}`,
    leave: 'You may leave this page; it goes on, and Home and Jobs show how it ended.',
    openJob: 'Open the job',
  };
};
