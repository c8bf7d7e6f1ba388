import type { Formats } from '../formats.js';

/** The upload of files to a deposit. */
export const uploadWords = ({ count, plural, bytes, duration, when }: Formats) => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'file', 'files')}`;
  return {
    title: (name: string | null, into: string) =>
      name === null ? `Uploading files into ${into}` : `Uploading “${name}” into ${into}`,
    pausedTitle: (name: string | null, into: string) =>
      name === null ? `Paused: files into ${into}` : `Paused: “${name}” into ${into}`,
    endedTitle: (name: string | null, into: string) =>
      name === null ? `Uploaded files into ${into}` : `Uploaded “${name}” into ${into}`,
    root: 'the deposit',
    total: 'Upload',
    progress: 'Upload in total',
    progressOf: (done: number, all: number) => `${count(done)} of ${files(all)}`,
    bytesOf: (done: number, all: number) => `${bytes(done)} of ${bytes(all)}`,
    rate: (n: number) => `${bytes(n)}/s`,
    left: (seconds: number) => `about ${duration(seconds)} left`,
    comparing: 'Looking at what the workspace has',
    step: (percent: number) => `${count(percent)} % uploaded`,
    ended: 'The upload has ended',
    percent: (percent: number) => `${count(percent)} %`,
    pause: 'Pause',
    goOn: 'Go on',
    stop: 'Stop',
    stopTitle: 'Stop the upload?',
    stopWhy: (left: number) =>
      `${files(left)} ${plural(left, 'has', 'have')} not gone up yet. What is in the workspace stays. Choose the same folder again to go on.`,
    choosing: 'What goes up',
    readingChosen: (n: number) => `Reading what you chose: ${files(n)} so far`,
    notBegun: 'The upload could not begin.',
    dropTitle: 'Drop a folder or files here',
    dropNow: 'Let go to upload',
    dropHow:
      'They go straight into the workspace of this deposit, with their names as they are. Nothing is preserved before you import. Files that Windows and macOS make for themselves are left out.',
    dropFolders:
      'A folder that you drop keeps its empty folders; of one that you choose, browsers tell only the files.',
    dropMore: 'Drop more files anywhere on this page, or',
    chooseFolder: 'Choose a folder',
    chooseFiles: 'Choose files',
    ofFolder: 'Of a folder goes up',
    contents: 'its content',
    withName: 'with its name',
    notOpen: 'Files can be added only to a deposit in work.',
    unfinished: (name: string, n: number, begun: string) =>
      name === ''
        ? `An upload of ${files(n)}, begun ${when(begun)}, has not ended.`
        : `The upload of “${name}” with ${files(n)}, begun ${when(begun)}, has not ended.`,
    unfinishedHow:
      'Choose the same folder again and it goes on where it stopped: names, sizes and times are compared, and parts that are there are not sent again.',
    forget: 'Leave it so',
    lost: (at: string) => `The connection was lost ${at}.`,
    lostWhy: (origin: string) => `${origin} does not answer. The upload goes on by itself as soon as it does.`,
    platform: 'The platform',
    back: (at: string, seconds: number) => `The connection was lost ${at} and came back after ${duration(seconds)}.`,
    backHow:
      'The upload went on by itself. You may close this page: choose the same folder again and it goes on where it stopped.',
    signedOut: 'You were signed out.',
    signedOutWhy: 'The upload waits, and nothing is lost. Sign in on another page; it goes on here by itself.',
    signIn: 'Sign in on another page',
    halted: 'The upload cannot go on now, and is paused.',
    refused: (n: number) =>
      `${files(n)} ${plural(n, 'was refused and is', 'were refused and are')} not in the workspace.`,
    refusedHow: 'The other files go on. See below what to do with each.',
    refusedOnly: 'See below what to do with each.',
    done: (n: number) => `${files(n)} ${plural(n, 'is', 'are')} in the workspace.`,
    skipped: (n: number) => `${files(n)} ${plural(n, 'was', 'were')} there already and did not go up again.`,
    emptyFolders: (n: number) => `${count(n)} empty ${plural(n, 'folder was', 'folders were')} made too.`,
    next: 'Next: record them in the METS.',
    record: 'Record them in the METS',
    recording: 'Recording the files',
    seeFiles: 'See the files',
    show: 'Show',
    lists: { going: 'Going up', refused: 'Refused', waiting: 'Waiting', done: 'Done' },
    rowsLabel: 'Files of the upload',
    columns: { file: 'File', size: 'Size', progress: 'Progress', state: 'State' },
    noRows: 'No file is so.',
    states: {
      waiting: 'waits',
      ready: 'waits for its turn',
      reading: 'working out its SHA-256',
      sending: 'going up',
      checking: 'the store checks the whole of it',
      done: 'In the workspace',
    },
    part: (done: number, of: number) => `part ${count(done)} of ${count(of)}`,
    refusedWord: 'Refused',
    refusals: {
      junk: 'left out: a file of an operating system.',
      name: (said: string) => `the platform takes no such name: ${said}.`,
      changed: 'it changed on your disk while it was read.',
      unreadable:
        'it may not be read, or has changed since it was chosen. Choose it again if trying again does not help.',
      gone: 'it is no longer on your disk.',
      digest: 'the store received other bytes than were read, twice.',
      taken: 'another file of this name is in the workspace.',
      cancelled: 'you left it out.',
      said: (said: string) => said,
    },
    anyway: 'Upload it anyway',
    replace: 'Replace it',
    tryAgain: 'Try again',
    leaveOut: 'Leave it out',
    leaveOutFile: (name: string) => `Leave out ${name}`,
    folders: (done: number, all: number) => `Folders: ${count(done)} of ${count(all)} done.`,
    checked: 'Each file’s SHA-256 is computed in your browser and checked by the store.',
    stays: 'The upload goes on while you look at other pages of the console. Keep this window open.',
  };
};
