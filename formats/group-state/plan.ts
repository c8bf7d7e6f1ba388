/** One line of an import plan: one operation on one resource of an archival group. */
export interface PlanEntry {
  readonly op:
    | 'add-container'
    | 'add-binary'
    | 'patch-binary'
    | 'delete-binary'
    | 'delete-container'
    | 'rename-container'
    | 'rename-binary';
  /** Within the group: decoded names joined by `/`. */
  readonly path: string;
  /** Display name. */
  readonly name?: string;
  /** Where the bytes come from. */
  readonly origin?: Readonly<{ bucket: string; key: string; etag?: string }>;
  readonly contentType?: string | null;
  readonly size?: number;
  /** Lower-case hex. */
  readonly sha256?: string;
  /** When the file was last changed at its source; RFC 3339, in UTC. */
  readonly fileModified?: string;
  /** The digest of a bag's manifest by which the bytes are verified before they are preserved, where it is no SHA-256. */
  readonly manifestDigest?: Readonly<{ manifest: string; algorithm: string; digest: string }>;
}

/** The agent, time and group of a plan. */
export interface PlanContext {
  /** Agent name of the job's creator, recorded on what is added or changed. */
  readonly agent: string;
  /** RFC 3339. */
  readonly at: string;
  /** Repository path of the group, for the messages. */
  readonly group: string;
  /** The group's display name from now on; left as it is when absent. */
  readonly name?: string;
}
