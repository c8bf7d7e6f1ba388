import { holdsAny } from '../../../commands/workspace/workspace-files.js';
import {
  agentsOf,
  findDepositMets,
  metsWork,
  presentPaths,
  type FoundMets,
} from '../../../commands/workspace/deposit-mets.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { isReplaced } from '../../../formats/bytes.js';
import { storedSource } from '../../../formats/mets/mets-work.js';
import { refuseTooLarge } from '../../../formats/xml/limits.js';
import type { KeepMedia, ReadMedia, ShownMedia } from './shown-media.js';

/**
 * The media of a deposit, looked up in a turn of the holder; null for an unknown one. As they were up to a second ago,
 * unless they are wanted `fresh`.
 */
export type DepositMedia = (
  depositId: string,
  holder: string,
  options?: { readonly fresh: boolean },
) => Promise<ShownMedia | null>;

/** How long a deposit is served as it was seen. */
const SEEN_FOR_MS = 1_000;

/** A METS is read again when its ETag has changed. */
export const depositMedia = (
  dependencies: Pick<Dependencies, 'bytes' | 'events' | 'places' | 'mets' | 'metsAgent'>,
  keep: KeepMedia,
): DepositMedia => {
  const { bytes, events } = dependencies;
  const seen = new Map<string, { readonly until: number; readonly media: Promise<ShownMedia | null> }>();

  const readMets = (deposit: Deposit, { info }: FoundMets, holder: string): Promise<ReadMedia> =>
    keep(['deposit', info.bucket, info.key, info.etag], async () => {
      refuseTooLarge(info.size);
      const order = { agents: agentsOf(dependencies), present: await presentPaths(dependencies, deposit, info) };
      return metsWork({ ...dependencies, holder })('media', storedSource(bytes, info, { etag: info.etag }), order);
    });
  const look = async (depositId: string, holder: string): Promise<ShownMedia | null> => {
    const deposit = await readDeposit(events, depositId);
    if (deposit === null) return null;
    const { bucket, prefix } = deposit.files;
    const [isBag, found] = await Promise.all([
      holdsAny(bytes, bucket, `${prefix}data/`),
      findDepositMets(bytes, deposit.files),
    ]);
    const root = isBag ? `${prefix}data/` : prefix;
    try {
      const read = found && (await readMets(deposit, found, holder));
      return {
        what: 'deposit',
        described: (path) => read?.files.get(path) ?? null,
        at: (path) => ({ bucket, key: root + path }),
        mets: found && read && { etag: found.info.etag, parts: read.parts },
      };
    } catch (error) {
      if (!isReplaced(error)) throw error;
      return look(depositId, holder); // the METS was replaced since it was found
    }
  };
  return (depositId, holder, { fresh } = { fresh: false }) => {
    const now = performance.now();
    for (const [id, { until }] of seen) if (until <= now) seen.delete(id);
    const known = seen.get(depositId);
    if (known !== undefined && !fresh) return known.media;
    const media = look(depositId, holder);
    seen.set(depositId, { until: now + SEEN_FOR_MS, media });
    media.catch(() => seen.delete(depositId));
    return media;
  };
};
