import type { ByteStore } from '../../../formats/bytes.js';
import type { Services } from '../../../commands/services.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { sha256Of, openRepository, type Repository } from '../../workers/support/repository.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';

/** Imports whose objects lie in a store under test, and whose facts in an event store of their own. */
export interface ImportsOver {
  readonly services: Services;
  /** Uploads so many small files and submits an import of them. */
  submit(path: string, files: number): Promise<ImportTask>;
  close(): Promise<void>;
}

const NAMES = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));

export const importsOver = async (bytes: ByteStore, workspace: string, repository: string): Promise<ImportsOver> => {
  const embedded: Repository = await openRepository();
  const services: Services = {
    ...embedded.over({ bytes }),
    places: {
      workspaceBucket: workspace,
      repository: { bucket: repository, prefix: 'root/' },
      staging: { bucket: workspace, prefix: 'staging/' },
    },
  };
  await prepareRepository(services);
  return {
    services,
    async submit(path, files) {
      const operations = await Promise.all(
        Array.from({ length: files }, async (_, index) => {
          const name = `${NAMES[index % NAMES.length]}${index}`;
          const text = `${path} ${name}`;
          const at = { bucket: workspace, key: `deposits/${path}/${name}` };
          const { etag, size } = await bytes.put(at, Buffer.from(text), { contentType: 'text/plain' });
          const contentType = 'text/plain';
          return {
            op: 'add-binary',
            path: name,
            origin: { ...at, etag },
            size,
            sha256: sha256Of(text),
            contentType,
          } as const;
        }),
      );
      return embedded.submit(path, operations);
    },
    close: () => embedded.close(),
  };
};
