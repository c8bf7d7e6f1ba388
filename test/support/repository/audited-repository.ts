import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPreservableFolder } from '../../../clients/command-line/folder/preservable-folder.js';
import { preservationClient } from '../../../clients/api/preservation-client.js';
import { preserveFolder } from '../../../clients/command-line/preserve-folder.js';
import { localDigests } from '../local-digests.js';
import { uploadByPuts } from '../main-job/upload-by-puts.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { escapeName, ocflId } from '../../../formats/paths/repository-path.js';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '../platform/test-platform.js';
import { quiet } from '../command-line/quiet-progress.js';
import { runCommand } from '../command-line/run-command.js';
import { allWritable } from './writable.js';
import { runMuniment } from '../command-line/run-muniment.js';

/** Text by path; null for an empty folder. */
export type Content = Readonly<Record<string, string | null>>;

/** One cell for each that the command prints. */
export interface Row {
  readonly code: string;
  readonly group: string;
  /** Below the object root of the group, where it is in one. */
  readonly path: string;
  readonly key: string;
  readonly expected: string;
  readonly found: string;
  readonly message: string;
}

export interface AuditResult {
  readonly exit: number;
  readonly rows: readonly Row[];
  /** Codes and paths: what most want to know. */
  readonly found: readonly string[];
  readonly summary: string;
  readonly messages: string;
}

/** The key of a group's object root. */
export const rootOf = (group: string): string => objectRoot(ocflId(group));

const rowOf = (line: string): Row => {
  const [code = '', group = '', key = '', expected = '', found = '', message = ''] = line.split('\t');
  const path = /^(?:[0-9a-f]{3}\/){3}[0-9a-f]{64}\/(.*)$/.exec(key)?.[1] ?? key;
  return { code, group, key, path, expected, found, message };
};

const auditedAs = (exit: number, output: string, messages: string): AuditResult => {
  const lines = output.split('\n').slice(0, -1);
  const rows = lines.slice(0, -1).map(rowOf);
  const found = rows.map(({ code, path }) => `${code} ${path}`);
  return { exit, rows, found, summary: lines.at(-1) ?? '', messages };
};

/** Audits a data folder as the command does. */
export const auditData = async (data: string, ...words: string[]): Promise<AuditResult> => {
  const end = await runMuniment(['audit', ...words], { environment: { MUNIMENT_DATA: data } });
  return auditedAs(end.code, end.stdout, end.stderr);
};

/** The same in a process of its own, so that no file of the folder stays open in this one. */
export const auditDataApart = async (data: string): Promise<AuditResult> => {
  const { code, stdout, stderr } = await runCommand('audit', [], { env: { MUNIMENT_DATA: data } });
  return auditedAs(code ?? NaN, stdout, stderr);
};

/** A platform that folders are preserved on, and its data folder once it has stopped. */
export interface AuditedRepository {
  readonly data: string;
  readonly platform: TestPlatform;
  preserve(group: string, content: Content, name?: string): Promise<unknown>;
  /** A copy of the data folder of the stopped platform, for damage to be done to. */
  copy(): Promise<string>;
  remove(): Promise<void>;
}

const unheard = (): void => undefined;
const silent = { error: unheard, warn: unheard, info: unheard, debug: unheard };

const fill = async (folder: string, content: Content): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(content)) {
    await mkdir(join(folder, text === null ? path : dirname(path)), { recursive: true });
    if (text !== null) await writeFile(join(folder, path), text);
  }
};

/** Starts a platform on a folder of its own, or on an existing one. Its clock moves on between imports, as versions need. */
export const openAuditedRepository = async (
  options: TestPlatformOptions = {},
  existing: string | null = null,
): Promise<AuditedRepository> => {
  const root = await mkdtemp(join(tmpdir(), 'muniment-audit-'));
  const data = existing ?? join(root, 'data');
  let later = 0;
  let copies = 0;
  const platform = await startTestPlatform({
    data,
    now: () => new Date(Date.now() + later),
    log: () => silent,
    ...options,
  });
  return {
    data,
    platform,
    async preserve(group, content, name) {
      later += 2_000;
      const folder = join(root, 'box');
      await fill(folder, content);
      const upload = uploadByPuts(platform.s3);
      const ports = { client: preservationClient(platform.ready.preservation), upload };
      const local = await readPreservableFolder(folder);
      const request = {
        local,
        digests: localDigests(local, quiet),
        segments: group.split('/').map(escapeName),
        name: name ?? null,
        defaultName: 'box',
        keepWorkspace: true,
      };
      return preserveFolder({ ...ports, progress: quiet }, request);
    },
    async copy() {
      const to = join(root, `copy-${++copies}`);
      await cp(data, to, { recursive: true, verbatimSymlinks: true });
      await allWritable(to);
      return to;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
};
