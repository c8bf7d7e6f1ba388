import { join } from 'node:path';
import { getuid } from 'node:process';
import { pause } from '../../../../flow/pause.js';
import { readConfig } from '../../../config/config.js';
import { defaultToolsFolder } from '../../../config/tools-folder.js';
import { pipelineTools } from '../../../tools/pipeline-tools.js';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { EXIT_NEEDS_YES, isExpected } from '../../../../clients/command-line/output/question.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';
import { installSteps, runStep, signaturesStep, type InstallStep } from './install-tools.js';
import { writeSfCommand } from './sf-command.js';

/** What is installed. */
interface Install {
  /** Null for the default folder. */
  readonly folder: string | null;
  /** Whether clamd is wanted as well. */
  readonly daemon: boolean;
  /** Whether virus signatures are wanted, where there are none. */
  readonly signatures: boolean;
  /** Whether to print only what would be done. */
  readonly isPrinted: boolean;
  /** Whether apt may be called without a question. */
  readonly isApproved: boolean;
}

const LOCK_MS = 300_000;
const LOOK_AGAIN_MS = 500;

/** Runs a step, again where another program has the lock of apt, for some minutes; answers its exit code. */
const runUnlocked = async (step: InstallStep, { environment, output, interrupted: signal }: Session) => {
  const latest = performance.now() + LOCK_MS;
  for (let isFirst = true; ; isFirst = false) {
    let said = '';
    const code = await runStep(step, environment, (text) => {
      said += text;
      output.note(text.replace(/\n$/, ''));
    });
    const isLocked = code !== 0 && /Could not get lock/.test(said);
    if (!isLocked || signal.aborted || performance.now() > latest) return code;
    if (isFirst) output.note('Another program is using apt. Waiting for it.');
    await pause(LOOK_AGAIN_MS, signal);
  }
};

/** A scanner with signatures of freshclam tells when they were made. */
const hasSignatures = async ({ environment, interrupted: signal }: Session): Promise<boolean> => {
  const { scanner } = pipelineTools({ ...readConfig(environment).tools, wanted: ['clamav'] });
  const version = await scanner?.version({ signal }).catch(() => null);
  return (version?.signaturesMade ?? null) !== null;
};

/** Its failure is told, and ends nothing: freshclam's service may be getting them, or the machine has no network. */
const getSignatures = async (step: InstallStep, { environment, output }: Session): Promise<void> => {
  const code = await runStep(step, environment, (text) => output.note(text.replace(/\n$/, ''))).catch(() => 127);
  if (code === 0) return;
  output.note(
    `freshclam failed with exit code ${code}. Unless its service is getting the virus signatures already, copy them from another machine (docs/tools.md).`,
  );
};

/** Asks before apt changes the system. Rejects with CommandFault where the answer is not yes. */
const requireApproval = async (steps: readonly InstallStep[], { ask }: Session): Promise<void> => {
  const names = steps.find(({ words }) => words.includes('install') && words.includes('apt-get'))?.why;
  if (names === undefined) return;
  const answer = (await ask?.(`Install ${names} with apt-get? [y/N]`)) ?? '';
  if (isExpected({ expects: 'y' }, answer)) return;
  throw new CommandFault(`apt-get would install ${names}. Nothing was changed.`, {
    code: 'not-approved',
    exit: EXIT_NEEDS_YES,
    next: 'muniment tools install --print, then --yes',
  });
};

/** Prints what is done, but for programs. */
const say = ({ output }: Session, text: string): Promise<void> =>
  output.form === 'json' ? Promise.resolve() : output.write(text);

const announce = (session: Session, { why, words }: InstallStep): Promise<void> =>
  say(session, `# ${why}\n${words.join(' ')}\n`);

const getPackages = async (steps: readonly InstallStep[], isPrinted: boolean, session: Session): Promise<void> => {
  for (const step of steps) {
    await announce(session, step);
    if (isPrinted) continue;
    const code = await runUnlocked(step, session);
    if (code !== 0) throw new CommandFault(`This step failed with exit code ${code}: ${step.words.join(' ')}`);
  }
};

/** Installs the tools, and says before each step what it does. Rejects with CommandFault. */
export const runInstall = async (request: Install, session: Session): Promise<Ended> => {
  const { environment } = session;
  const { isPrinted } = request;
  const folder = request.folder ?? defaultToolsFolder(environment);
  const isRoot = getuid?.() === 0;
  const steps = installSteps({ folder, daemon: request.daemon, environment, isRoot });
  if (!isPrinted && !request.isApproved) await requireApproval(steps, session);
  await getPackages(steps, isPrinted, session);
  const bin = join(folder, 'bin');
  await say(session, `# Siegfried's command, which runs pygfried\nwrites ${join(bin, 'sf')}\n`);
  if (!isPrinted) await writeSfCommand(bin);
  const signatures = signaturesStep(isRoot);
  if (request.signatures && (isPrinted || !(await hasSignatures(session)))) {
    await announce(session, signatures);
    if (!isPrinted) await getSignatures(signatures, session);
  }
  await say(session, `# for a platform of another user, or with --folder\nMUNIMENT_TOOL_PATH=${bin}\n`);
  return { code: 0, summary: { folder, toolPath: bin, installed: !isPrinted } };
};
