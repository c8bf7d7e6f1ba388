import { join } from 'node:path';
import { getuid } from 'node:process';
import { readConfig } from '../../../config/config.js';
import { pipelineTools } from '../../../tools/pipeline-tools.js';
import { commandOf } from '../command-of.js';
import { EXIT_CODES, type Surroundings } from '../command-surroundings.js';
import { checkBag } from './check-bag.js';
import { checkTools } from './check-tools.js';
import { defaultToolsFolder, installSteps, runStep } from './install-tools.js';
import { writeSfCommand } from './sf-command.js';
import { readToolsArguments, type ToolsArguments } from './tools-arguments.js';

const EXIT_NOT_WORKING = 1;
const EXIT_COULD_NOT_RUN = 2;

const check = async ({ environment, output }: Surroundings, signal: AbortSignal): Promise<number> => {
  const { tools: config } = readConfig(environment);
  const tools = pipelineTools(config);
  const { wanted, clamav } = config;
  const state = { code: 0 };
  for await (const { tool, works, text } of checkTools({
    tools,
    wanted,
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

type Install = Extract<ToolsArguments, { readonly action: 'install' }>;

const install = async (request: Install, { environment, output, messages }: Surroundings): Promise<number> => {
  const folder = request.folder ?? defaultToolsFolder(environment);
  const steps = installSteps({ folder, daemon: request.daemon, environment, isRoot: getuid?.() === 0 });
  for (const step of steps) {
    output.write(`# ${step.why}\n${step.words.join(' ')}\n`);
    if (request.isPrinted) continue;
    const code = await runStep(step, environment, (text) => messages.write(text));
    if (code !== 0) {
      messages.write(`That ended with ${code}.\n`);
      return EXIT_NOT_WORKING;
    }
  }
  const bin = join(folder, 'bin');
  output.write(`# Siegfried's command, which runs pygfried\nwrites ${join(bin, 'sf')}\n`);
  if (!request.isPrinted) await writeSfCommand(bin);
  output.write(`# so that the platform finds them; freshclam gets virus signatures\nMUNIMENT_TOOL_PATH=${bin}\n`);
  return 0;
};

const carryOut = (request: ToolsArguments, surroundings: Surroundings, signal: AbortSignal): Promise<number> => {
  switch (request.action) {
    case 'check':
      return check(surroundings, signal);
    case 'bag':
      return checkBag(request.folder, surroundings, signal);
    case 'install':
      return install(request, surroundings);
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
