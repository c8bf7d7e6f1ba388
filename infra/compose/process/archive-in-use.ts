import { hostname } from 'node:os';
import { timeLimit } from '../../../flow/time-limit.js';
import { durationText, timeText } from '../../../clients/command-line/output/amounts.js';
import { lockHolder, type LockHolder } from './lock-holder.js';
import { readRunning, type RunningPlatform } from './running-file.js';

/** Who uses a data folder, as far as it is known. */
export interface ArchiveHolder {
  /** The platform that answers at the addresses in the folder; null where none does. */
  readonly served: RunningPlatform | null;
  /** A process on this host. */
  readonly local: LockHolder | null;
  /** The host of the platform that is named in the folder; null where that is this one, or none is named. */
  readonly host: string | null;
}

/** How long a platform is given to say that it is there. */
const ANSWER_MS = 2_000;

/** Whether the process that a data folder names is the one that answers at its address. */
const answers = async ({ instance, preservation }: RunningPlatform): Promise<boolean> => {
  if (preservation === null) return false;
  try {
    const { headers } = await fetch(`${preservation}/health`, { signal: timeLimit(ANSWER_MS) });
    return headers.get('muniment-instance') === instance;
  } catch {
    return false;
  }
};

/** The platform that runs on a data folder and answers; null where none does. */
export const servedPlatform = async (folder: string): Promise<RunningPlatform | null> => {
  const running = await readRunning(folder);
  return running !== null && (await answers(running)) ? running : null;
};

/** Asks who uses a data folder whose log is the given file. */
export const archiveHolder = async (folder: string, log: string): Promise<ArchiveHolder> => {
  const running = await readRunning(folder);
  const local = lockHolder(log);
  const served = running !== null && (await answers(running)) ? running : null;
  return { served, local, host: running === null || running.host === hostname() ? null : running.host };
};

/** `15:42` for a time of this day. */
const sinceText = (since: Date, now: Date): string => {
  const text = timeText(since);
  const [day, minute] = text.split(' ');
  return day === timeText(now).split(' ')[0] ? (minute ?? text) : text;
};

const processText = (command: string, pid: number, since: Date | null): string =>
  `${command} (process ${pid}${since === null ? '' : `, since ${sinceText(since, new Date())}`})`;

const holderText = ({ served, local, host }: ArchiveHolder): string => {
  if (host !== null && local === null) return `a platform on host ${host}`;
  if (served !== null) return processText(served.command, served.process, new Date(served.since));
  return local === null ? 'another process' : processText(local.command, local.process, local.since);
};

/** A data folder that another process uses. */
export class ArchiveInUse extends Error {
  override name = 'ArchiveInUse';
  readonly code = 'archive-in-use';
  readonly holder: ArchiveHolder;
  readonly waitedMs: number;
  constructor(folder: string, holder: ArchiveHolder, waitedMs: number, options?: ErrorOptions) {
    super(inUseText(folder, holder, waitedMs), options);
    this.holder = holder;
    this.waitedMs = waitedMs;
  }
}

/** The sentence that says who uses an archive, and how long was waited for it. */
export const inUseText = (archive: string, holder: ArchiveHolder, waitedMs: number): string =>
  `The archive ${archive} is in use by ${holderText(holder)}.` +
  (waitedMs < 500 ? '' : ` Waited ${durationText(waitedMs)}.`);

/** The address of the platform that has an archive and answers; null for another error, or where none answers. */
export const servingAddress = (error: unknown): string | null =>
  error instanceof ArchiveInUse ? (error.holder.served?.preservation ?? null) : null;
