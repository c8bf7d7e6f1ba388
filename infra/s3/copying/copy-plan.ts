import type { ObjectAddress } from '../../../formats/bytes.js';
import type { WriteCondition } from '../write-condition.js';

/** The bytes that a copy is made of. */
export interface CopySource extends ObjectAddress {
  readonly size: number;
  readonly etag: string;
}

/** What an object is given beside its bytes. */
export interface Attributes {
  readonly contentType: string | null;
  /** As it travels in headers. */
  readonly metadata: Record<string, string>;
}

/** What a copy is made from and what it is to say of itself. */
export interface CopyPlan {
  readonly source: CopySource;
  readonly to: ObjectAddress;
  /** Null to take along what the source says. */
  readonly replace: Attributes | null;
  /** Concerns the destination. */
  readonly onlyIf?: WriteCondition | undefined;
}

/** Attributes in the words of the SDK. */
export const attributesOf = ({
  contentType,
  metadata,
}: Attributes): { ContentType?: string; Metadata: Record<string, string> } => ({
  Metadata: metadata,
  ...(contentType === null ? {} : { ContentType: contentType }),
});

/** `<bucket>/<key>`, each segment escaped, as the header wants it. */
export const copySource = ({ bucket, key }: ObjectAddress): string =>
  `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
