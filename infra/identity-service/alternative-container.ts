import type { IdentityRecord } from '../../formats/identity-records/identity-record.js';
import type { IdentityService } from '../../formats/identity-records/identity-service.js';

/**
 * The same service for a test environment: `/cc/` in the repository URIs of its records becomes `/<container>/`
 * (companion 14.3, AlternativeCollectionsContainer).
 */
export const withAlternativeContainer = (service: IdentityService, container: string): IdentityService => {
  const moved = (record: IdentityRecord): IdentityRecord => ({
    ...record,
    repositoryuri: record.repositoryuri?.replaceAll('/cc/', () => `/${container}/`) ?? null,
  });
  return {
    byId: async (id) => {
      const record = await service.byId(id);
      return record === null ? null : moved(record);
    },
    matching: async (schema, value) => (await service.matching(schema, value)).map(moved),
  };
};
