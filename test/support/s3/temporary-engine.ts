import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { nodeFiles, type Files } from '../../../infra/embedded/file-system/files.js';
import { openEngineIn } from './open-engine-in.js';

/** An object engine in a folder of its own, with an indexed `workspace` and a plain `repository` below `ocfl/`. */
export interface TemporaryEngine {
  readonly folder: string;
  readonly engine: ObjectEngine;
  /** Closes the engine and opens it again, with other file operations if given. */
  reopen(files?: Files): Promise<ObjectEngine>;
  close(): Promise<void>;
}

export const temporaryEngine = async (files: Files = nodeFiles): Promise<TemporaryEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-engine-'));
  const open = (operations: Files): Promise<ObjectEngine> => openEngineIn(folder, { files: operations });
  let engine = await open(files);
  return {
    folder,
    get engine() {
      return engine;
    },
    async reopen(operations = nodeFiles) {
      await engine.close();
      engine = await open(operations);
      return engine;
    },
    async close() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
};
