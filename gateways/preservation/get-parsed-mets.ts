import { dirname } from 'node:path/posix';
import { readDepositMets } from '../../commands/deposit-mets.js';
import { depositNotFound } from '../../commands/deposit/checks.js';
import { agentsOf } from '../../commands/edit-mets.js';
import { readDeposit } from '../../commands/read-deposit.js';
import { lastName } from '../../formats/paths/repository-path.js';
import type { DepositServices } from '../deposit-services.js';
import type { AnswerParsedMets } from '../parsed-mets-answer.js';
import { notFound } from '../problem.js';
import { refusalAnswer } from '../refusal-answer.js';
import { s3Uri } from '../rendering/uris.js';
import { route, type Route } from '../route.js';
import { depositIdOf } from './deposit-id.js';

/** What the METS of a deposit says of its files, its own file among them (companion 2.15). */
export const getParsedMets = ({ services }: DepositServices, answer: AnswerParsedMets): Route =>
  route('getParsedMets', async (call) => {
    const depositId = depositIdOf(call);
    const deposit = await readDeposit(services.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const mets = await readDepositMets(services.bytes, deposit.files);
    if (mets === null) return notFound(`Deposit ${depositId} has no METS file.`);
    const { bucket, prefix } = deposit.files;
    const folder = dirname(mets.path);
    return answer(mets.bytes, {
      agents: agentsOf(services),
      around: {
        rootUri: `s3://${bucket}/${prefix}${folder === '.' ? '' : `${folder}/`}`,
        metsUri: s3Uri(bucket, prefix + mets.path),
        etag: mets.etag,
        self: { localPath: lastName(mets.path), modified: mets.lastModified.toISOString() },
      },
    });
  });
