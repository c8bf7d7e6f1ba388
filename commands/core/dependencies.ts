import type { Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { ByteStore } from '../../formats/bytes.js';
import type { MetsWork } from '../../formats/mets/mets-work.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Places } from '../storage/places.js';
import type { Removal } from '../storage/removal.js';

/** What commands and workers use. */
export interface Dependencies {
  readonly events: EventStore;
  readonly bytes: ByteStore;
  /** The only way to delete anything of what `bytes` holds. */
  readonly removal: Removal;
  readonly places: Places;
  readonly now: () => Date;
  /** The version of this software, as facts record it. */
  readonly producer: string;
  /** Who has a share of what is limited, as in `Shares`: the caller of a request; the platform itself is the empty text. */
  readonly holder: string;
  /** Where a whole METS is worked on; by default the calling thread. */
  readonly mets?: MetsWork;
  /** Told that an edit of so many entries will come soon, so that what works on the METS can begin. */
  readonly prepareMets?: (edits: number) => void;
  /**
   * The paths in a container that exist or are reserved, as the repository view shows them once it has read the log up to
   * the position or further: all that were reserved before it, and perhaps later ones. Rejects with a transient fault
   * while the view is behind, being built, or away.
   */
  readonly childrenAsOf: (container: RepositoryPath, position: Position) => AsyncIterable<RepositoryPath>;
  /** The name that the platform writes into METS, and the names whose METS it may edit. */
  readonly metsAgent: { readonly name: string; readonly accepted: readonly string[] };
  /** Whether METS and workspaces have the names that the original system looks for (companion 0.2, 4.3). */
  readonly productNames?: boolean;
}
