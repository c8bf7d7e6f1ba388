import { join, relative } from 'node:path';
import { suiteEnvironment } from '../servers/run-suites.js';
import { freshClone } from './fresh-clone.js';
import { hasSpecs, type CommandLane, type Lane, type SpecLane } from './lane.js';
import { otherNode } from './other-node.js';
import { pipelineTools } from './pipeline-tools.js';
import { projectGraph } from './affected/project-change.js';
import { runSpecs, type LaneResult, type SpecRun } from './run-specs.js';
import { runStep } from './run-step.js';
import type { Environment, LaneContext } from './surroundings.js';
import { uploadTools } from './upload-tools.js';
import type { StepResult } from './ci/verdict.js';

/** Specs of a lane: all of them, or some compiled files alone. */
export interface SpecRequest {
  readonly lane: SpecLane;
  readonly name: string;
  readonly files?: readonly string[];
  readonly words?: readonly string[];
}

const NO_TIME = 'there is no time left';

/** A lane that takes much longer than it may hangs, and shall not take the time of the others. */
const longest = ({ minutes }: Lane, { minutesLeft }: LaneContext): number =>
  Math.max(0, Math.min(3 * minutes + 5, minutesLeft()));

/** What whoever calls has set goes before what the lane sets. */
const environmentOf = ({ work }: SpecLane, environment: Environment): Environment => {
  // The AWS SDK advises whoever builds on it of coming Node versions; that is not for the people who run this.
  const quiet = { NO_COLOR: '1', AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
  const given = { ...work.less, ...quiet, ...environment };
  if (work.servers.length === 0) return given;
  return suiteEnvironment({ MUNIMENT_TEST_SERVICES_REQUIRED: '1', ...given });
};

const crashed = ({ lane, name }: SpecRequest, crash: string, work: string): LaneResult => ({
  lane: lane.name,
  minutes: 0,
  files: [],
  crash,
  log: join(work, `${name}.log`),
});

/** The lane with its spec files named one by one, where only the sources tell which they are. */
const withFiles = (lane: SpecLane, project: string): SpecLane => {
  if (lane.work.needing === undefined) return lane;
  const specs = projectGraph(project, []).specsOf(lane);
  return { ...lane, work: { ...lane.work, specs: specs.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`) } };
};

/** A path in one folder as the same path in another one. */
const moved = (file: string, from: string, to: string): string => (file === '' ? '' : join(to, relative(from, file)));

const runInClone = async (run: SpecRun, context: LaneContext): Promise<LaneResult> => {
  const clone = await freshClone(context);
  if ('failure' in clone) return crashed(run, clone.failure, context.work);
  const { project } = context;
  const files = run.files?.map((file) => moved(file, project, clone.folder));
  const env = { ...run.env, MUNIMENT_TEST_DATA: undefined };
  const own = { ...run, env, ...(files === undefined ? {} : { files }) };
  const result = await runSpecs(own, { ...context, project: clone.folder });
  const ended = result.files.map((each) => ({ ...each, file: moved(each.file, clone.folder, project) }));
  return { ...result, files: ended };
};

/** The same with generators of clients. Installing them for the first time belongs to no budget. */
const runWithGenerators = async (run: SpecRun, context: LaneContext): Promise<LaneResult> => {
  const folder = join(context.cache, 'generators');
  const installed = await runStep({ name: 'generators', words: ['.ci/generators', folder], minutes: 15 }, context);
  if (installed.failure !== null)
    return crashed(run, `the generators cannot be installed: ${installed.failure}`, context.work);
  return runSpecs({ ...run, env: { ...run.env, MUNIMENT_TEST_GENERATORS: folder } }, context);
};

/** The folder of the tools that a lane wants, as its specs are told of it; installing them belongs to no budget. */
const toolsOf = async (
  { work }: SpecLane,
  context: LaneContext,
): Promise<{ readonly env: Environment } | { readonly failure: string }> => {
  if (work.uploadTools === true) {
    const found = await uploadTools(context);
    return 'failure' in found ? found : { env: { MUNIMENT_TEST_UPLOAD_TOOLS: found.folder } };
  }
  return work.pipelineTools === true ? pipelineTools(context) : { env: {} };
};

/** Runs specs of a lane with its configuration, its settings, its Node, and the servers that run. */
export const runSpecLane = async (asked: SpecRequest, context: LaneContext): Promise<LaneResult> => {
  const lane = withFiles(asked.lane, context.project);
  const request = { ...asked, lane };
  const mostMinutes = longest(lane, context);
  if (mostMinutes === 0) return crashed(request, NO_TIME, context.work);
  const tools = await toolsOf(lane, context);
  if ('failure' in tools) return crashed(request, tools.failure, context.work);
  const env: Environment = { ...tools.env, ...environmentOf(lane, context.environment) };
  if (lane.work.node === undefined) {
    const run = { ...request, env, node: process.execPath, mostMinutes };
    if (lane.work.generators === true) return runWithGenerators(run, context);
    return lane.work.inFreshClone === true ? runInClone(run, context) : runSpecs(run, context);
  }
  const found = await otherNode(lane.work.node, context);
  if ('failure' in found) return crashed(request, found.failure, context.work);
  const path = `${found.folder}:${env['PATH'] ?? ''}`;
  return runSpecs({ ...request, env: { ...env, PATH: path }, node: join(found.folder, 'node'), mostMinutes }, context);
};

const runCommandLane = async (lane: CommandLane, context: LaneContext): Promise<StepResult> => {
  const minutes = longest(lane, context);
  const { words, less = [], validators = false } = lane.work;
  if (minutes === 0) return { name: lane.name, minutes, failure: NO_TIME, log: '' };
  if (!validators) return runStep({ name: lane.name, words: [...words, ...less], minutes }, context);
  const folder = join(context.cache, 'validators');
  // Compiling them for the first time takes long, and belongs to no budget.
  const installed = await runStep({ name: 'validators', words: ['.ci/validators', folder], minutes: 40 }, context);
  if (installed.failure !== null) return { ...installed, name: `${lane.name}: installing the validators` };
  const clone = join(context.work, `clone-${process.pid}`);
  const own = [...words, context.project, clone, join(folder, 'bin')];
  return runStep({ name: lane.name, words: own, minutes }, context);
};

/** Runs a lane once. */
export const runLane = async (lane: Lane, context: LaneContext): Promise<LaneResult | StepResult> =>
  hasSpecs(lane) ? runSpecLane({ lane, name: lane.name }, context) : runCommandLane(lane, context);
