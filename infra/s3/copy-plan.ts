import type { ObjectAddress, ObjectInfo } from '../../formats/bytes.js';

/** What a copy is made from and what it is to say of itself. */
export interface CopyPlan {
  readonly source: ObjectInfo;
  readonly to: ObjectAddress;
  /** Null to take along what the source says. */
  readonly replace: { readonly contentType: string | null; readonly metadata: Record<string, string> } | null;
}

export const attributesOf = ({
  contentType,
  metadata,
}: NonNullable<CopyPlan['replace']>): { ContentType?: string; Metadata: Record<string, string> } => ({
  Metadata: metadata,
  ...(contentType === null ? {} : { ContentType: contentType }),
});

/** `<bucket>/<key>`, each segment escaped, as the header wants it. */
export const copySource = ({ bucket, key }: ObjectAddress): string =>
  `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
