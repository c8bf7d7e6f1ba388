import { createHash, createHmac } from 'node:crypto';

/** Whose signature it is, and where it counts. */
export interface Signing {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** What is signed: a path that is escaped already, without a query, and headers in lower case, all of them signed. */
export interface Unsigned {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, lower-case hex. */
  readonly sha256: string;
  readonly at: Date;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** `YYYYMMDDTHHMMSSZ`. */
const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** The headers of a request with its AWS Signature Version 4 among them. */
export const signer = ({ region, credentials }: Signing): ((request: Unsigned) => Record<string, string>) => {
  let key: { readonly day: string; readonly bytes: Buffer } | null = null;
  const keyOf = (day: string): Buffer => {
    if (key?.day !== day) {
      const bytes = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.secretAccessKey}`, day));
      key = { day, bytes };
    }
    return key.bytes;
  };
  return ({ method, path, headers, sha256, at }) => {
    const stamp = stampOf(at);
    const day = stamp.slice(0, 8);
    const scope = `${day}/${region}/s3/aws4_request`;
    const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': sha256, 'x-amz-date': stamp };
    const names = Object.keys(all).sort();
    const lines = names.map((name) => `${name}:${all[name] ?? ''}`);
    const canonical = [method, path, '', ...lines, '', names.join(';'), sha256].join('\n');
    const digest = createHash('sha256').update(canonical).digest('hex');
    const signature = hmac(keyOf(day), ['AWS4-HMAC-SHA256', stamp, scope, digest].join('\n')).toString('hex');
    const credential = `${credentials.accessKeyId}/${scope}`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return { ...all, authorization };
  };
};
