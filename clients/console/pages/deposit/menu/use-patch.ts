import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../../../api/data-of.js';
import type { components } from '../../../../api/generated/preservation.js';
import { preservation } from '../../../api/services.js';

/** Changes the name, the note or the place of a deposit. */
export const usePatch = (depositId: string, onDone: (warnings: readonly string[]) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['DepositPatch']) =>
      dataOf(preservation.PATCH('/deposits/{depositId}', { params: { path: { depositId } }, body })),
    onSuccess: ({ warnings = [] }) => onDone(warnings),
    onSettled: () => client.invalidateQueries({ queryKey: ['deposits'] }),
  });
};
