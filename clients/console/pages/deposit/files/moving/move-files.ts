import { ApiFault } from '../../../../../api/api-fault.js';
import { preservation } from '../../../../api/services.js';

/** A file or folder, and the path that it is to have. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Paths that are moved by one request; each has the ETag of the one before. */
const BATCH = 1_000;
/** How often a request is sent that stopped before all files were copied. */
const TRIES = 100;

const isUnfinished = (error: unknown): boolean =>
  error instanceof ApiFault && /\/moves-unfinished$/.test((error.problem as { readonly type?: string }).type ?? '');

/** Moves files and folders under the METS that had this ETag; what was not copied in time goes on with the next request. */
export const moveFiles = async (
  depositId: string,
  moves: readonly Move[],
  metsETag: string | null,
): Promise<readonly Move[]> => {
  let etag = metsETag;
  for (let from = 0; from < moves.length; from += BATCH) {
    const send = () =>
      preservation.POST('/deposits/{depositId}/mets/move', {
        params: {
          path: { depositId },
          header: { ...(etag === null ? {} : { 'If-Match': etag }), 'Idempotency-Key': crypto.randomUUID() },
        },
        body: { moves: moves.slice(from, from + BATCH) },
      });
    const sendOn = async (tries: number): ReturnType<typeof send> => {
      try {
        return await send();
      } catch (error) {
        if (tries === 0 || !isUnfinished(error)) throw error;
        return sendOn(tries - 1);
      }
    };
    etag = (await sendOn(TRIES)).response.headers.get('etag') ?? etag;
  }
  return moves;
};
