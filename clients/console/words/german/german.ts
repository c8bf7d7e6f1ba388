import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';
import { activityWords } from './activity.js';
import { certificateWords } from './certificate.js';
import { depositWords } from './deposit.js';
import { depositFilesWords } from './deposit-files.js';
import { depositMenuWords } from './deposit-menu.js';
import { depositsWords } from './deposits.js';
import { eventsWords } from './events.js';
import { frameWords } from './frame.js';
import { homeWords } from './home.js';
import { importWords } from './import.js';
import { jobWords } from './job.js';
import { jobsWords } from './jobs.js';
import { manyDepositsWords } from './many-deposits.js';
import { metsWords } from './mets.js';
import { newDepositWords } from './new-deposit.js';
import { partsWords } from './parts.js';
import { repositoryWords } from './repository.js';
import { searchWords } from './search.js';
import { signInWords } from './sign-in.js';
import { stateWords } from './states.js';
import { structureWords } from './structure.js';
import { systemWords } from './system.js';
import { toolsWords } from './tools.js';
import { viewerWords } from './viewer.js';
import { uploadWords } from './upload.js';

/** The German catalogue. */
export const german = (formats: Formats): Words => ({
  parts: partsWords(formats),
  states: stateWords(),
  events: eventsWords(formats),
  frame: frameWords(formats),
  signIn: signInWords(),
  home: homeWords(formats),
  search: searchWords(formats),
  activity: activityWords(),
  certificate: certificateWords(formats),
  repository: repositoryWords(formats),
  system: systemWords(formats),
  job: jobWords(formats),
  jobs: jobsWords(formats),
  tools: toolsWords(formats),
  import: importWords(formats),
  deposit: depositWords(formats),
  depositFiles: depositFilesWords(formats),
  depositMenu: depositMenuWords(formats),
  newDeposit: newDepositWords(formats),
  deposits: depositsWords(formats),
  manyDeposits: manyDepositsWords(formats),
  viewer: viewerWords(formats),
  structure: structureWords(formats),
  mets: metsWords(formats),
  upload: uploadWords(formats),
});
