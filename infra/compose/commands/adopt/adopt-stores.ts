import { randomUUID } from 'node:crypto';
import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { countText } from '../../../../clients/command-line/output/amounts.js';
import type { Session } from '../../../../clients/command-line/program/verb.js';
import { watchedReader } from '../../../../formats/ocfl/storage-root/watched-reader.js';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import type { AdoptedObject } from '../../../../workers/adopter/adopt-dependencies.js';
import { adoptGroup, adoptRepository } from '../../../../workers/adopter/adopt-repository.js';
import { adoptedVersionsText } from '../../../../workers/adopter/adopted-versions-text.js';
import { countedAdoption, type AdoptCounts } from '../../../../workers/adopter/adoption-counts.js';
import type { RejectedObject } from '../../../../workers/adopter/not-adopted.js';
import { version } from '../../process/version.js';
import { inOrder, localUri, type ReportRow } from '../report-row.js';
import { openRepositoryStores } from '../repository-stores.js';
import { withinSession, type Interruptible } from '../within-session.js';
import { adoptionRecord, adoptionRowText, type AdoptionEnd } from './adopt-text.js';

/** What is adopted, and how. */
export interface Adopting {
  /** Null for all objects on the store. */
  readonly group: RepositoryPath | null;
  /** Whether to write nothing. */
  readonly isDryRun: boolean;
  /** Whether to read all content and verify its digests first. */
  readonly verify: boolean;
}

const NOTHING_TO_COMPARE = { expected: null, found: null } as const;

const adoptedRow = (object: AdoptedObject, isDryRun: boolean): ReportRow => ({
  code: isDryRun ? 'adoptable' : 'adopted',
  ...{ group: object.group, archivalGroup: localUri(object.group), key: object.root },
  message: adoptedVersionsText(object),
  ...NOTHING_TO_COMPARE,
});

const rejectedRow = ({ code, group, root, message }: RejectedObject): ReportRow => ({
  ...{ code, group, archivalGroup: localUri(group), key: root, message },
  ...NOTHING_TO_COMPARE,
});

const objectsOf = ({ groups, known, notAdopted }: AdoptCounts): number => groups + known + notAdopted;

/** Tells of each object, and shows how many there were. */
const telling = (session: Session, isDryRun: boolean) => {
  const { output } = session;
  const { put, written } = inOrder(output);
  const tell = (row: ReportRow): void => put(adoptionRowText(row, output), adoptionRecord(row));
  const counted = countedAdoption({
    adopted: (object) => tell(adoptedRow(object, isDryRun)),
    notAdopted: (object) => tell(rejectedRow(object)),
    counted: () => output.progress.advance(1, 0),
  });
  return { ...counted, written };
};

/** Adopts from the stores themselves, and tells of each object; null where the store has nothing of the group. Rejects with CommandFault. */
export const adoptFromStores = async (
  { group, isDryRun, verify }: Adopting,
  session: Session,
): Promise<AdoptionEnd | null> => {
  const { output, interrupted, now } = session;
  const { progress } = output;
  const { listener, counts, written } = telling(session, isDryRun);
  const made = (archive: string): void => output.note(`New archive in ${archive}`);
  const work = async (within: Interruptible): Promise<boolean> => {
    const { events, places, ...stores } = await openRepositoryStores(within, isDryRun ? 'refused' : { made });
    progress.begin('Reading', { files: null, bytes: 0, noun: 'object' });
    const watch = { signal: interrupted, onFile: () => undefined, onBytes: (n: number) => progress.advance(0, n) };
    const storageRoot = watchedReader(stores.storageRoot, watch);
    const recording = { now, producer: version, correlationId: randomUUID(), dryRun: isDryRun };
    const adopting = { events, storageRoot, places, ...recording, verify, report: listener };
    if (group !== null) return adoptGroup(adopting, group);
    await adoptRepository(adopting);
    return true;
  };
  try {
    const isThere = await withinSession(session, work);
    await written();
    return isThere ? counts() : null;
  } catch (error) {
    if (!interrupted.aborted) throw error;
    const reached = countText(objectsOf(counts()), 'object');
    const message = `Stopped while reading, ${reached}. ${isDryRun ? 'Nothing was changed.' : 'What was adopted is kept.'}`;
    throw new CommandFault(message, { code: 'interrupted', next: 'the same again continues' }, { cause: error });
  } finally {
    progress.end();
  }
};
