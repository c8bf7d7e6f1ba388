import { readConfig } from '../../../config/config.js';
import { lackingForBrunnhilde } from '../../../tools/brunnhilde.js';
import { pipelineTools } from '../../../tools/pipeline-tools.js';
import { commandOf } from '../command-of.js';
import { EXIT_CODES, type Surroundings } from '../command-surroundings.js';
import { checkBag } from './check-bag.js';
import { checkTools } from './check-tools.js';
import { runInstall } from './run-install.js';
import { readToolsArguments, type ToolsArguments } from './tools-arguments.js';

const EXIT_NOT_WORKING = 1;
const EXIT_COULD_NOT_RUN = 2;

const check = async ({ environment, output }: Surroundings, signal: AbortSignal): Promise<number> => {
  const { tools: config } = readConfig(environment);
  const tools = pipelineTools(config);
  const { wanted, clamav, brunnhilde, path } = config;
  const lacks = lackingForBrunnhilde(brunnhilde, path);
  const state = { code: 0 };
  for await (const { tool, works, text } of checkTools({
    tools,
    wanted,
    reporterLacks: lacks === brunnhilde ? null : lacks,
    ageDays: clamav.ageDays,
    now: new Date(),
    signal,
  })) {
    output.write(`${tool}: ${works ? '' : 'DOES NOT WORK: '}${text}\n`);
    if (!works) state.code = EXIT_NOT_WORKING;
  }
  if (wanted.length === 0) output.write('No tool is wanted (MUNIMENT_TOOLS).\n');
  return state.code;
};

const carryOut = (request: ToolsArguments, surroundings: Surroundings, signal: AbortSignal): Promise<number> => {
  switch (request.action) {
    case 'check':
      return check(surroundings, signal);
    case 'bag':
      return checkBag(request.folder, surroundings, signal);
    case 'install':
      return runInstall(request, surroundings, signal);
  }
};

const untilInterrupted = async (request: ToolsArguments, surroundings: Surroundings): Promise<number> => {
  const stopped = new AbortController();
  const work = carryOut(request, surroundings, stopped.signal);
  const first = await Promise.race([work, surroundings.interrupted]);
  if (typeof first === 'number') return first;
  stopped.abort(new Error('the command is stopping'));
  await work.catch(() => undefined);
  return EXIT_CODES[first];
};

export const runTools = commandOf(readToolsArguments, untilInterrupted, () => EXIT_COULD_NOT_RUN);
