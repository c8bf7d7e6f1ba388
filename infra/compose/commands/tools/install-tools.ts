import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { findCommand } from '../../../tools/process/find-command.js';

/** A command to be run, and what it is for. */
export interface InstallStep {
  readonly why: string;
  readonly words: readonly string[];
}

const PIP = ['pygfried==2.2.0', 'brunnhilde==1.9.6'];

/** Debian packages, by the command that shows that one is there. */
const PACKAGES = { clamscan: 'clamav', exiftool: 'libimage-exiftool-perl', tree: 'tree' };
const DAEMON = { clamd: 'clamav-daemon' };

type Environment = Readonly<Record<string, string | undefined>>;

/** What is installed where. */
export interface Installation {
  readonly folder: string;
  /** Whether clamd is wanted as well. */
  readonly daemon: boolean;
  readonly environment: Environment;
  readonly isRoot: boolean;
}

/** The commands that get what is missing; throws CommandFault where the machine has no way to get it. */
export const installSteps = ({ folder, daemon, environment, isRoot }: Installation): readonly InstallStep[] => {
  const path = `${environment['PATH'] ?? ''}:/usr/sbin:/sbin`;
  const found = (command: string): boolean => findCommand(command, path) !== null;
  const missing = Object.entries({ ...PACKAGES, ...(daemon ? DAEMON : {}) }).filter(([command]) => !found(command));
  const packages = missing.map(([, name]) => name);
  if (packages.length > 0 && !found('apt-get'))
    throw new CommandFault(
      `This machine has no apt-get. Install these in another way: ${missing.map(([command]) => command).join(', ')}.`,
    );
  const apt = [...asRoot(isRoot), 'env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C', 'apt-get'];
  const get = [...apt, 'install', '--yes', '--quiet', '--no-install-recommends', ...packages];
  const fromApt = [
    { why: 'the lists of packages', words: [...apt, 'update', '--quiet'] },
    { why: packages.join(', '), words: get },
  ];
  const steps = packages.length > 0 ? fromApt : [];
  if (!found('python3'))
    throw new CommandFault(
      'Siegfried is installed as a Python package, but there is no python3. Install python3 first.',
    );
  return [
    ...steps,
    { why: 'a folder for Python packages', words: ['python3', '-m', 'venv', folder] },
    {
      why: 'Siegfried (pygfried) and Brunnhilde',
      words: [join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...PIP],
    },
  ];
};

const asRoot = (isRoot: boolean): readonly string[] => (isRoot ? [] : ['sudo']);

/** Gets virus signatures, which come with no package. */
export const signaturesStep = (isRoot: boolean): InstallStep => ({
  why: 'virus signatures',
  words: [...asRoot(isRoot), 'freshclam', '--quiet'],
});

/** Runs a step; answers its exit code. */
export const runStep = async ({ words }: InstallStep, environment: Environment, hear: (text: string) => void) => {
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const failed = once(child, 'error').then(([error]) => {
    throw new CommandFault(`${command} cannot be started: ${(error as Error).message}.`);
  });
  const [code] = await Promise.race([ended, failed]);
  return code ?? 1;
};
