import type { Answer } from './answer.js';
import type { S3Error } from './s3-error.js';
import { textElement, xmlDeclaration } from './xml/write-xml.js';

/** The methods that any of S3's operations has. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];

/** S3's error document, which alone stands in no namespace. */
export const errorDocument = ({ code, message }: S3Error, resource: string, requestId: string): string =>
  `${xmlDeclaration}<Error>${textElement('Code', code)}${textElement('Message', message)}` +
  `${textElement('Resource', resource)}${textElement('RequestId', requestId)}</Error>`;

export const errorAnswer = (error: S3Error, resource: string, requestId: string): Answer => ({
  status: error.status,
  headers: { 'content-type': 'application/xml', ...(error.status === 405 ? { allow: METHODS.join(', ') } : {}) },
  body: errorDocument(error, resource, requestId),
});
