import { readXml } from '../../../../../formats/xml/parse.js';
import type { XmlElement } from '../../../../../formats/xml/tree.js';
import type { ChecksumAlgorithm } from '../../contract/object-engine.js';
import { streamingDigest } from '../../checksums/streaming-digests.js';
import { openPayload } from '../body/payload.js';
import type { S3Request } from '../s3-request.js';
import { S3Error } from '../s3-error.js';

/** An element of the body of a request. */
export interface BodyElement {
  /** The local name. */
  readonly name: string;
  /** All text inside. */
  readonly text: string;
  readonly children: readonly BodyElement[];
}

/** Room for 1,000 keys of 1,024 bytes, or 10,000 parts with their checksums, however they are escaped. */
const maxBytes = 8 * 1024 ** 2;

/**
 * Reads a small document, which must have a checksum where S3 requires one. Throws MalformedXML where its root is not
 * `name`.
 */
export const readXmlBody = async (request: S3Request, name: string, checksummed: boolean): Promise<BodyElement> => {
  const bytes = await readSmallBody(request, checksummed);
  const root = parse(bytes);
  if (root.name !== name) throw new S3Error('MalformedXML', `The body is not a ${name}.`);
  return root;
};

const parse = (bytes: Buffer): BodyElement => {
  try {
    return readXml(bytes, ({ root }) => bodyElement(root), { maxBytes, maxDepth: 8 });
  } catch (error) {
    throw new S3Error('MalformedXML', 'The body is not well-formed XML.', { cause: error });
  }
};

const readSmallBody = async (request: S3Request, checksummed: boolean): Promise<Buffer> => {
  const payload = openPayload(request, checksummed);
  if (checksummed && payload.algorithm === null && request.headers['content-md5'] === undefined) {
    throw new S3Error('InvalidRequest', 'The request needs a Content-MD5 or a checksum of its body.');
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of payload.bytes) {
    size += piece.length;
    if (size > maxBytes) throw new S3Error('MaxMessageLengthExceeded', `The body may have ${maxBytes} bytes.`);
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  const digest = (algorithm: ChecksumAlgorithm | 'MD5'): Buffer => {
    const digests = streamingDigest(algorithm);
    digests.update(bytes);
    return digests.digest();
  };
  const { algorithm } = payload;
  payload.verify({
    md5: digest('MD5').toString('hex'),
    checksums: {
      SHA256: digest('SHA256').toString('base64'),
      ...(algorithm === null ? {} : { [algorithm]: digest(algorithm).toString('base64') }),
    },
  });
  return bytes;
};

const bodyElement = (element: XmlElement): BodyElement => ({
  name: element.name,
  text: element.text,
  children: element.elements().map(bodyElement),
});

/** Child elements of that local name; clients differ over whether they name S3's namespace. */
export const childElements = ({ children }: BodyElement, name: string): BodyElement[] =>
  children.filter((child) => child.name === name);

/** The text of the first child of that name; null where there is none. */
export const childText = (parent: BodyElement, name: string): string | null =>
  childElements(parent, name)[0]?.text ?? null;
