import type { Dependencies } from '../../../commands/core/dependencies.js';
import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';
import { adoptGroup } from '../../../workers/adopter/adopt-repository.js';

/** Adopts a group, with its content read, through the byte store of these services; answers what is reported. */
export const adoptOn = async (dependencies: Dependencies, group: string): Promise<readonly object[]> => {
  const told: object[] = [];
  await adoptGroup(
    {
      ...dependencies,
      storageRoot: byteStoreRootReader(dependencies.bytes, dependencies.places.repository.bucket),
      correlationId: 'adoption',
      verify: true,
      dryRun: false,
      report: {
        adopted: ({ first, head, leftovers }) => told.push({ first, head, leftovers }),
        known: () => told.push({ known: true }),
        notAdopted: (object) => told.push(object),
      },
    },
    group,
  );
  return told;
};
