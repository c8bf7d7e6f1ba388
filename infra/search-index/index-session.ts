import type { NamedLog } from '../log/logger.js';
import { openIndexThreads, type IndexThreads } from './threads/index-threads.js';
import { SearchIndexFault } from './search-index-fault.js';

/** Where an index is, and how it works. */
export interface SubstringIndexOptions {
  /** Several processes may name the same folder, and have an index each. */
  readonly folder: string;
  readonly log: Pick<NamedLog, 'warn'>;
}

const closeThreads = (threads: IndexThreads): Promise<void> => threads.close();

/**
 * The threads of an index, until one of them fails: then nothing is asked of them any more until `recovered`, so that no
 * caller takes an index that was begun anew for the one it knew.
 */
export class IndexSession {
  readonly #options: SubstringIndexOptions;
  #threads: Promise<IndexThreads>;
  #state: 'open' | 'lost' | 'closed' = 'open';
  #isCorrupt = false;
  #isGivenUp = false;
  #isTaking = false;
  #cause: unknown = null;

  constructor(options: SubstringIndexOptions) {
    this.#options = options;
    this.#threads = this.#open();
  }

  /** Rejects with `index-lost` or `index-closed`. */
  async threads(): Promise<IndexThreads> {
    if (this.#state === 'closed') throw new SearchIndexFault('index-closed', 'the search index is closed');
    if (this.#state === 'lost') {
      throw new SearchIndexFault('index-lost', 'the search index must be opened again', { cause: this.#cause });
    }
    return this.#threads;
  }

  /** The same, opened again where they were lost. */
  recovered(): Promise<IndexThreads> {
    if (this.#state === 'lost') {
      const before = this.#threads;
      this.#state = 'open';
      this.#threads = before.then(closeThreads, () => undefined).then(() => this.#open());
    }
    return this.threads();
  }

  /** Deletes the file of this index, and no other in the folder, and opens an empty one. */
  async beginAnew(): Promise<void> {
    await this.threads();
    this.#isGivenUp = true;
    this.#lose(new Error('the search index is begun anew'), true);
    await this.recovered();
  }

  /** Opens the incoming file in the place of the one of this index. */
  async take(): Promise<void> {
    await this.threads();
    this.#isTaking = true;
    this.#lose(new Error('the search index is replaced'), false);
    await this.recovered();
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    await this.#threads.then(closeThreads, () => undefined);
  }

  async #open(): Promise<IndexThreads> {
    const { folder, log } = this.#options;
    const isDiscarded = this.#isCorrupt;
    const opening = this.#isTaking ? 'take' : isDiscarded ? 'discard' : 'use';
    this.#isCorrupt = false;
    this.#isTaking = false;
    let isThisOne = true;
    const lost = (fault: Error, isCorrupt: boolean): void => {
      if (isThisOne) this.#lose(fault, isCorrupt);
      isThisOne = false;
    };
    const isGivenUp = this.#isGivenUp;
    this.#isGivenUp = false;
    const begunAnew = (file: string, because: string): void =>
      log.warn('The search index is built anew.', { file, because: isGivenUp ? 'it was given up' : because });
    try {
      return await openIndexThreads({ folder, opening, lost, begunAnew });
    } catch (error) {
      this.#lose(error, isDiscarded);
      throw error;
    }
  }

  #lose(cause: unknown, isCorrupt: boolean): void {
    if (this.#state === 'open') this.#state = 'lost';
    this.#isCorrupt ||= isCorrupt;
    this.#cause = cause;
  }
}
