import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFault } from '../../../api/api-fault.js';
import type { OpenedManifest } from '../../api/manifests.js';
import { preservation } from '../../api/services.js';
import { manifestRange, type Range } from './structure.js';

/** Saves a structure as a whole, unless somebody else has saved since the ETag. */
export const useSave = ({ id, token }: OpenedManifest, onSaved: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ roots, etag }: { readonly roots: readonly Range[]; readonly etag: string | null }) => {
      await preservation.POST('/deposits/{depositId}/iiif-token/{token}', {
        params: { path: { depositId: id, token }, header: etag === null ? {} : { 'If-Match': etag } },
        body: { type: 'Manifest', structures: roots.map(manifestRange) },
      });
    },
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: ['deposits', id] });
      if (error === null) onSaved();
    },
  });
};

/** Whether it was refused since somebody else was faster, which the page shows by itself. */
export const isStale = (error: unknown): boolean => error instanceof ApiFault && error.status === 412;
