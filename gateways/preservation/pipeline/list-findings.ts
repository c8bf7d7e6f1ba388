import { depositNotFound } from '../../../commands/deposit/checks.js';
import { readDepositState } from '../../../commands/deposit/deposit-stream.js';
import { FINDING_KINDS, ROWS, type FindingKind, type FindingsIndex } from '../../../commands/run-findings/findings.js';
import { changedSince, readIndex, readPage, selectRows } from '../../../commands/run-findings/read-findings.js';
import { isMarker } from '../../../commands/workspace/workspace-object.js';
import { listWorkspace } from '../../../commands/workspace/view-workspace.js';
import { badRequest, notFound } from '../../http/answer/problem.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { pipelineRunUri } from '../../uris/uris.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

interface FindingsQuery {
  readonly kind?: FindingKind;
  readonly format?: string;
  readonly changes: boolean;
  readonly page: number;
}

const countsOf = ({ sections }: FindingsIndex): readonly object[] =>
  FINDING_KINDS.map((kind) => ({
    kind,
    files: sections.reduce((sum, each) => (each.kind === kind ? sum + each.rows : sum), 0),
  })).filter(({ files }) => files > 0);

const formatsOf = ({ sections }: FindingsIndex): readonly object[] =>
  sections.flatMap(({ puid, format: name, rows: files }) => (puid === null ? [] : [{ puid, name, files }]));

/** By the last listing of the files, as the workspace is shown; null where no tool looked at one. */
const countChanged = async (
  { dependencies }: DepositDependencies,
  depositId: string,
  index: FindingsIndex,
): Promise<number | null> => {
  const listed = await listWorkspace(dependencies, depositId, { fresh: false });
  if (!listed.ok) return null;
  const { objects, tools } = listed.value;
  const place = `${tools.filesRoot}objects/`;
  return changedSince(
    index,
    objects.filter((each) => each.path.startsWith(place) && !isMarker(each)),
  );
};

/** What a pipeline run found of single files, page by page; an addition of ours. */
export const listFindings = (on: DepositDependencies): Route =>
  route<FindingsQuery>('listFindings', async (call) => {
    const { dependencies, pipelineRuns, baseUrls } = on;
    const depositId = pathParameter(call, 'depositId');
    const runId = pathParameter(call, 'pipelineRunId');
    const { kind = null, format: puid = null, changes, page } = call.query;
    if (puid !== null && kind !== null && kind !== 'identified')
      return badRequest(`Ask for files of format ${puid} without a kind, or with the kind identified.`);
    if ((await readDepositState(dependencies.events, depositId)).status === 'absent')
      return refusalAnswer(depositNotFound(depositId));
    const run = await pipelineRuns.run(depositId, runId);
    if (run === null) return notFound(`Deposit ${depositId} has no pipeline run ${runId}`);
    if (run.findings === null) return notFound(`Pipeline run ${runId} has no findings`);
    const of = { depositId, runId, epoch: run.findings.epoch };
    const index = await readIndex(dependencies, of, run.findings.sha256);
    if (index === null) return notFound(`The findings of pipeline run ${runId} were deleted with its deposit`);
    const selected = selectRows(index, { kind, puid });
    return json(200, {
      run: pipelineRunUri(baseUrls.preservation, depositId, runId),
      counts: countsOf(index),
      formats: formatsOf(index),
      files: index.files,
      leftOut: index.leftOut,
      changedSince: changes ? await countChanged(on, depositId, index) : null,
      findings: await readPage(dependencies, of, index, { ...selected, page }),
      page,
      pageSize: ROWS,
      total: selected.rows,
    });
  });
