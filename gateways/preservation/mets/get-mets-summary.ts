import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { notFound } from '../../http/answer/problem.js';
import { json, route, type Answer, type Route } from '../../http/route.js';
import { momentOrNull } from '../../rendering/moment.js';
import { renderMetsChange } from '../../rendering/parsed-mets.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { answerOfTree } from '../workspace/answer-of-tree.js';
import type { DepositTree, DepositTrees } from '../workspace/kept-trees.js';
import { lastChangeOf } from './last-change.js';

/** What the METS of a deposit says of itself, and counts of the rest, from the tree that is kept of the deposit. */
export const getMetsSummary = ({ dependencies, baseUrls }: DepositDependencies, trees: DepositTrees): Route => {
  const summaryOf = async (depositId: string, tree: DepositTree): Promise<Answer> => {
    const { metsSummary: summary, metsModified: lastModified, readFrom } = tree;
    const deposit = await readDeposit(dependencies.events, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    if (summary === null || lastModified === null || readFrom.mets === null)
      return notFound(`Deposit ${depositId} has no METS file.`);
    const { path, etag } = readFrom.mets;
    const { sha256: _, created, content, ...told } = summary;
    const change = lastChangeOf(
      deposit,
      { etag, lastModified },
      { base: baseUrls.preservation, own: dependencies.metsAgent.name },
    );
    return json(200, {
      ...{ path, eTag: etag, ...told },
      created: momentOrNull(created?.toISOString() ?? null),
      content: { ...content, lastScan: momentOrNull(content.lastScan?.toISOString() ?? null) },
      lastChange: renderMetsChange(change, told.agent),
    });
  };
  return route('getMetsSummary', (call) => answerOfTree(trees, call, { fresh: false }, summaryOf));
};
