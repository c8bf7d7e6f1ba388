import { join } from 'node:path';
import { getuid } from 'node:process';
import { pause } from '../../../../flow/pause.js';
import { readConfig } from '../../../config/config.js';
import { defaultToolsFolder } from '../../../config/tools-folder.js';
import { pipelineTools } from '../../../tools/pipeline-tools.js';
import type { Surroundings } from '../command-surroundings.js';
import { installSteps, runStep, signaturesStep, type InstallStep } from './install-tools.js';
import { writeSfCommand } from './sf-command.js';
import type { ToolsArguments } from './tools-arguments.js';

const EXIT_NOT_INSTALLED = 1;

type Install = Extract<ToolsArguments, { readonly action: 'install' }>;

const LOCK_MS = 300_000;
const LOOK_AGAIN_MS = 500;

/** Runs a step, again where another program has the lock of apt, for some minutes; answers its exit code. */
const runUnlocked = async (step: InstallStep, { environment, messages }: Surroundings, signal: AbortSignal) => {
  const latest = performance.now() + LOCK_MS;
  for (let isFirst = true; ; isFirst = false) {
    let said = '';
    const code = await runStep(step, environment, (text) => {
      said += text;
      messages.write(text);
    });
    const isLocked = code !== 0 && /Could not get lock/.test(said);
    if (!isLocked || signal.aborted || performance.now() > latest) return code;
    if (isFirst) messages.write('Another program is using apt. Waiting for it.\n');
    await pause(LOOK_AGAIN_MS, signal);
  }
};

/** A scanner with signatures of freshclam tells when they were made. */
const hasSignatures = async ({ environment }: Surroundings, signal: AbortSignal): Promise<boolean> => {
  const { scanner } = pipelineTools({ ...readConfig(environment).tools, wanted: ['clamav'] });
  const version = await scanner?.version({ signal }).catch(() => null);
  return (version?.signaturesMade ?? null) !== null;
};

/** Its failure is told, and ends nothing: freshclam's service may be getting them, or the machine has no network. */
const getSignatures = async (step: InstallStep, { environment, messages }: Surroundings): Promise<void> => {
  const code = await runStep(step, environment, (text) => messages.write(text)).catch(() => 127);
  if (code === 0) return;
  messages.write(
    `freshclam ended with ${code}. Unless its service is getting the virus signatures, copy them from another machine, as docs/tools.md tells.\n`,
  );
};

/** Installs the tools, and says before each step what it does; answers the exit code. */
export const runInstall = async (
  request: Install,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<number> => {
  const { environment, output, messages } = surroundings;
  const folder = request.folder ?? defaultToolsFolder(environment);
  const isRoot = getuid?.() === 0;
  const announce = ({ why, words }: InstallStep): void => void output.write(`# ${why}\n${words.join(' ')}\n`);
  for (const step of installSteps({ folder, daemon: request.daemon, environment, isRoot })) {
    announce(step);
    if (request.isPrinted) continue;
    const code = await runUnlocked(step, surroundings, signal);
    if (code !== 0) {
      messages.write(`That ended with ${code}.\n`);
      return EXIT_NOT_INSTALLED;
    }
  }
  const bin = join(folder, 'bin');
  output.write(`# Siegfried's command, which runs pygfried\nwrites ${join(bin, 'sf')}\n`);
  if (!request.isPrinted) await writeSfCommand(bin);
  const signatures = signaturesStep(isRoot);
  if (request.signatures && (request.isPrinted || !(await hasSignatures(surroundings, signal)))) {
    announce(signatures);
    if (!request.isPrinted) await getSignatures(signatures, surroundings);
  }
  output.write(`# for a platform of another user, or with --folder\nMUNIMENT_TOOL_PATH=${bin}\n`);
  return 0;
};
