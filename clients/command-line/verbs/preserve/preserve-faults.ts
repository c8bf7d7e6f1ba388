import { codeOf } from '../../../../flow/error-code.js';
import { ApiFault } from '../../../api/api-fault.js';
import { idIn } from '../../../api/preservation-client.js';
import type { ImportResult } from '../../../api/resources.js';
import { CommandFault } from '../../command-fault.js';
import { countText, numberText, sizeText } from '../../output/amounts.js';
import { brokenText } from '../../output/broken-text.js';
import { shownName } from '../../output/printable.js';
import { STEPS } from '../../output/steps.js';
import type { Service } from '../../program/verb.js';
import type { Reached } from './reached.js';

const AGAIN = 'the same command again continues';
const STORE_FULL = 507;

/** Where the work was when it ended. */
export interface Circumstances {
  readonly reached: Reached;
  readonly copied: Reached;
  /** The job that makes the version; null before there is one. */
  readonly job: ImportResult | null;
  /** The service that was used; null before there is one. */
  readonly service: Service | null;
  /** What has the files, as it is named to people. */
  readonly archive: string;
  readonly isInterrupted: boolean;
}

const countsText = ({ files, ofFiles }: Reached): string =>
  ofFiles === 0 ? '' : `, ${numberText(files)} of ${countText(ofFiles, 'file')}`;

/** `Copying` in the middle of a sentence. */
const within = (step: string): string => step.charAt(0).toLowerCase() + step.slice(1);

const interruption = ({ reached, job, service }: Circumstances): CommandFault => {
  const about = { code: 'interrupted', exit: 130 };
  if (reached.step === STEPS.archiving)
    return new CommandFault(
      'Stopped after the version was made. The files of its deposit are still in the workspace.',
      {
        ...about,
        next: 'muniment archive',
      },
    );
  if (job === null)
    return new CommandFault(
      `Stopped while ${within(reached.step)}${countsText(reached)}. Nothing is lost; no version was made.`,
      { ...about, next: AGAIN },
    );
  if (service?.isOwn === false)
    return new CommandFault(`Stopped while ${within(reached.step)}. Nothing is lost. The import goes on.`, {
      ...about,
      next: `muniment jobs follow ${idIn(job.id)}`,
    });
  return new CommandFault(`Stopped while ${within(reached.step)}. Nothing is lost.`, { ...about, next: AGAIN });
};

const isFull = (error: unknown): boolean =>
  (error instanceof ApiFault && error.status === STORE_FULL) ||
  ['store-full', 'database-full', 'ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

const diskFull = ({ copied, archive }: Circumstances, cause: unknown): CommandFault => {
  const left = copied.ofBytes - copied.bytes;
  const kept =
    copied.ofFiles === 0
      ? ''
      : ` ${numberText(copied.files)} of ${countText(copied.ofFiles, 'file')} are stored and kept;`;
  const message = `The disk of ${shownName(archive)} is full.${kept} no version was made.`;
  return new CommandFault(
    kept === '' ? message.replace('no version', 'No version') : message,
    { code: 'disk-full', next: `make room${left > 0 ? ` (${sizeText(left)})` : ''}, then the same again` },
    { cause },
  );
};

/** Whether a server that did not answer was asked again until nothing was to be hoped for. */
const isLost = (error: unknown): boolean => error instanceof ApiFault && error.status === 0 && error.transient;

const connectionBroken = ({ preservation }: Service, reached: Reached, cause: unknown): CommandFault =>
  new CommandFault(brokenText(preservation, reached), { code: 'connection-broken', exit: 5, next: AGAIN }, { cause });

/** What the user is told of what ended the work; the error itself where it says enough. */
export const preserveFault = (error: unknown, circumstances: Circumstances): unknown => {
  if (circumstances.isInterrupted) return interruption(circumstances);
  if (isFull(error)) return diskFull(circumstances, error);
  const { service, reached } = circumstances;
  if (service?.isOwn === false && isLost(error)) return connectionBroken(service, reached, error);
  return error;
};
