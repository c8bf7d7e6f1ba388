import { holdsAny } from '../../../commands/workspace/workspace-files.js';
import {
  findDepositMets,
  readFoundMets,
  type FoundMets,
  listPayload,
  agentsOf,
  metsWork,
} from '../../../commands/workspace/deposit-mets.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { ObjectAddress } from '../../../formats/bytes.js';
import { readSource } from '../../../formats/mets/mets-work.js';
import type { MediaFile } from '../../../formats/mets/media-in-mets.js';
import { refuseTooLarge } from '../../../formats/xml/parse.js';

/** A deposit as its media are served. */
export interface MediaOfDeposit {
  /** What its METS says of a file; null where it says nothing. Paths are relative to the root of the files. */
  described(path: string): MediaFile | null;
  /** Where a file lies, if it is there. */
  at(path: string): ObjectAddress;
}

/** The media of a deposit, looked up in a turn of the holder; null for an unknown one. */
export type DepositMedia = (depositId: string, holder: string) => Promise<MediaOfDeposit | null>;

type MediaFiles = ReadonlyMap<string, MediaFile>;

interface KeptMedia {
  /** Of the METS; null without one. */
  readonly etag: string | null;
  readonly files: MediaFiles;
}

/** Files of the METS of all deposits that are kept together. */
const MOST_FILES = 300_000;
/** How long a deposit is served as it was seen. */
const SEEN_FOR_MS = 1_000;

/** Keeps what the METS of the deposits say that were asked for last; a METS is read again when its ETag has changed. */
export const depositMedia = (
  dependencies: Pick<Dependencies, 'bytes' | 'events' | 'mets' | 'metsAgent'>,
): DepositMedia => {
  const { bytes, events } = dependencies;
  const kept = new Map<string, KeptMedia>();
  const seen = new Map<string, { readonly until: number; readonly media: Promise<MediaOfDeposit | null> }>();

  const filesIn = async (found: FoundMets, files: Deposit['files'], holder: string): Promise<MediaFiles> => {
    refuseTooLarge(found.info.size);
    const mets = await readFoundMets(bytes, found);
    if (mets === null) return new Map();
    const order = { agents: agentsOf(dependencies), present: await listPayload(bytes, files) };
    const result = await metsWork({ ...dependencies, holder })('media', readSource(mets.bytes), order);
    // The files of a METS that cannot be read are still there.
    return new Map(result.ok ? result.value.files.map((file) => [file.path, file]) : []);
  };
  const keptOf = async (deposit: Deposit, found: FoundMets | null, holder: string): Promise<KeptMedia> => {
    const { depositId, files: place } = deposit;
    const known = kept.get(depositId);
    const etag = found?.info.etag ?? null;
    const current =
      known !== undefined && known.etag === etag
        ? known
        : { etag, files: found === null ? new Map<string, MediaFile>() : await filesIn(found, place, holder) };
    kept.delete(depositId);
    kept.set(depositId, current);
    let files = [...kept.values()].reduce((sum, each) => sum + each.files.size + 1, 0);
    for (const [oldest, { files: of }] of kept) {
      if (files <= MOST_FILES || oldest === depositId) break;
      files -= of.size + 1;
      kept.delete(oldest);
    }
    return current;
  };
  const look = async (depositId: string, holder: string): Promise<MediaOfDeposit | null> => {
    const deposit = await readDeposit(events, depositId);
    if (deposit === null) return null;
    const { bucket, prefix } = deposit.files;
    const [isBag, found] = await Promise.all([
      holdsAny(bytes, bucket, `${prefix}data/`),
      findDepositMets(bytes, deposit.files),
    ]);
    const { files } = await keptOf(deposit, found, holder);
    const root = isBag ? `${prefix}data/` : prefix;
    return { described: (path) => files.get(path) ?? null, at: (path) => ({ bucket, key: root + path }) };
  };
  return (depositId, holder) => {
    const now = performance.now();
    for (const [id, { until }] of seen) if (until <= now) seen.delete(id);
    const known = seen.get(depositId);
    if (known !== undefined) return known.media;
    const media = look(depositId, holder);
    seen.set(depositId, { until: now + SEEN_FOR_MS, media });
    media.catch(() => seen.delete(depositId));
    return media;
  };
};
