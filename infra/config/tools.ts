import { delimiter, join } from 'node:path';
import type { ToolName } from '../../formats/tools/findings/tool-ports.js';
import { homeFault } from './given-variables.js';
import type { Environment } from './setting.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';
import { defaultToolsFolder } from './tools-folder.js';

/** The tools of pipeline runs, and how they are found and limited. */
export interface ToolsConfig {
  readonly wanted: readonly ToolName[];
  /** Folders where commands are looked for, as in PATH. */
  readonly path: string;
  readonly siegfried: string;
  readonly clamav: {
    /** The socket of clamd; null for clamscan. */
    readonly socket: string | null;
    readonly clamscan: string;
    /** Larger files are not called clean. */
    readonly mostBytes: number;
    /** Signatures that are older are reported as too old. */
    readonly ageDays: number;
  };
  readonly exiftool: string;
  readonly brunnhilde: string;
  readonly limits: { readonly silentMs: number; readonly callMs: number; readonly memoryBytes: number };
}

const NAMES: readonly ToolName[] = ['siegfried', 'clamav', 'exiftool', 'brunnhilde'];

const readWanted = (read: SettingReader): readonly ToolName[] => {
  const named = read.list(settings.tools);
  read.checked(
    settings.tools,
    () => named.every((each) => (NAMES as readonly string[]).includes(each)) || named.join() === 'none',
    `must be a list of ${NAMES.join(', ')}, or none`,
  );
  return NAMES.filter((name) => named.includes(name));
};

const isSocket = (text: string): boolean => text === '' || text.startsWith('/') || /^\S+:\d{1,5}$/.test(text);

/** The folders of the setting, those of PATH, and the one into which tools are installed. */
const readPath = (read: SettingReader, environment: Environment): string => {
  const own = read.text(settings.toolPath);
  read.faults.push(...own.split(delimiter).flatMap((each) => homeFault(settings.toolPath, each)));
  return [own, environment['PATH'] ?? '', join(defaultToolsFolder(environment), 'bin')]
    .filter((each) => each !== '')
    .join(delimiter);
};

/** Reads the settings of the tools. */
export const readTools = (read: SettingReader, environment: Environment): ToolsConfig => ({
  wanted: readWanted(read),
  path: readPath(read, environment),
  siegfried: read.text(settings.siegfried),
  clamav: {
    socket: read.checked(settings.clamd, isSocket, 'must be an absolute path or host:port').trim() || null,
    clamscan: read.text(settings.clamscan),
    mostBytes: read.whole(settings.clamavFileBytes, 1, 2 ** 31 - 1),
    ageDays: read.whole(settings.clamavAgeDays, 1, 3_650),
  },
  exiftool: read.text(settings.exiftool),
  brunnhilde: read.text(settings.brunnhilde),
  limits: {
    silentMs: read.whole(settings.toolSilentSeconds, 1, 86_400) * 1_000,
    callMs: read.whole(settings.toolCallSeconds, 1, 1_000_000) * 1_000,
    memoryBytes: read.whole(settings.toolMemoryMebibytes, 64, 1_048_576) * 1024 ** 2,
  },
});
