import type { PlannedOperation } from '../../../events/import-plan.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { openRepository, type Repository } from '../../workers/support/repository.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';

/** Imports whose objects lie in a store under test, and whose facts in an event store of their own. */
export interface ImportsOver {
  readonly dependencies: Dependencies;
  /** Uploads so many small files and submits an import of them. */
  submit(path: string, files: number): Promise<ImportTask>;
  /** Uploads one file and submits an import of it, planned with what more is said of it. */
  submitFile(path: string, name: string, bytes: Buffer, more?: Partial<PlannedOperation>): Promise<ImportTask>;
  close(): Promise<void>;
}

const NAMES = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));

export const importsOver = async (bytes: ObjectStore, workspace: string, repository: string): Promise<ImportsOver> => {
  const embedded: Repository = await openRepository();
  const dependencies: Dependencies = {
    ...embedded.over({ bytes }),
    places: {
      workspaceBucket: workspace,
      exports: [],
      repository: { bucket: repository, prefix: 'root/' },
      staging: { bucket: workspace, prefix: 'staging/' },
    },
  };
  await prepareRepository(dependencies);
  const planFile = async (path: string, name: string, body: Buffer): Promise<PlannedOperation> => {
    const at = { bucket: workspace, key: `deposits/${path}/${name}` };
    const contentType = 'text/plain';
    const { etag, size, sha256 } = await bytes.put(at, body, { contentType });
    return { op: 'add-binary', path: name, origin: { ...at, etag }, size, sha256, contentType };
  };
  return {
    dependencies,
    async submit(path, files) {
      const operations = await Promise.all(
        Array.from({ length: files }, (_, index) => {
          const name = `${NAMES[index % NAMES.length]}${index}`;
          return planFile(path, name, Buffer.from(`${path} ${name}`));
        }),
      );
      return embedded.submit(path, operations);
    },
    submitFile: async (path, name, body, more = {}) =>
      embedded.submit(path, [{ ...(await planFile(path, name, body)), ...more }]),
    close: () => embedded.close(),
  };
};
