import { dirname } from 'node:path/posix';
import {
  agentsOf,
  openDepositMets,
  presentPaths,
  type EditableMets,
} from '../../../commands/workspace/deposit-mets.js';
import { againWhereReplaced } from '../../../commands/workspace/describe-deposit-mets.js';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { lastName } from '../../../formats/paths/repository-path.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import type { AnswerParsedMets, LoadedMets } from '../../parsed-mets/parsed-mets-answer.js';
import { notFound } from '../../http/answer/problem.js';
import type { MetsSurroundings } from '../../rendering/parsed-mets.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { s3Uri } from '../../uris/uris.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { lastChangeOf } from './last-change.js';

/** The parsed METS of a deposit, with the METS file itself in its list of files (companion 2.15). */
export const getParsedMets = ({ dependencies, baseUrls }: DepositDependencies, answer: AnswerParsedMets): Route =>
  route('getParsedMets', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const deposit = await readDeposit(dependencies.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const load = async (mets: EditableMets): Promise<LoadedMets> => {
      const now = (await readDeposit(dependencies.events, depositId)) ?? deposit; // its METS may have been edited since
      const lastChange = lastChangeOf(now, mets, { base: baseUrls.preservation, own: dependencies.metsAgent.name });
      return {
        source: mets.source,
        order: {
          agents: agentsOf(dependencies),
          present: await presentPaths(dependencies, now, mets),
          shape: { kind: 'parsed-mets', around: { ...around(deposit.files, mets), lastChange } } as const,
        },
      };
    };
    const answered = await againWhereReplaced(async () => {
      const mets = await openDepositMets(dependencies.bytes, deposit);
      return mets && answer({ size: mets.source.size, holder: call.holder, load: () => load(mets) });
    });
    return answered ?? notFound(`Deposit ${depositId} has no METS file.`);
  });

const around = ({ bucket, prefix }: Deposit['files'], { path, etag, lastModified }: EditableMets): MetsSurroundings => {
  const folder = dirname(path);
  return {
    rootUri: `s3://${bucket}/${prefix}${folder === '.' ? '' : `${folder}/`}`,
    metsUri: s3Uri(bucket, prefix + path),
    etag,
    self: { localPath: lastName(path) },
    modified: lastModified.toISOString(),
  };
};
