export type Access = 'read' | 'write';

/** One pair of keys and what it opens. */
export interface S3Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  may(access: Access, bucket: string): boolean;
}
