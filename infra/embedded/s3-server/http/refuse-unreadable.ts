import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorDocument } from './error-answer.js';
import { S3Error } from './s3-error.js';
import type { S3ErrorCode } from './s3-error.js';

const codes: Readonly<Partial<Record<string, S3ErrorCode>>> = {
  HPE_HEADER_OVERFLOW: 'RequestHeaderSectionTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
};

/** Answers input that is not HTTP, or arrives too slowly, and closes the connection. */
export const refuseUnreadable = (fault: NodeJS.ErrnoException, socket: Duplex): void => {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = new S3Error(codes[fault.code ?? ''] ?? 'BadRequest', 'The request cannot be read as HTTP.');
  const body = errorDocument(error, '', '');
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\nConnection: close\r\n` +
      `Content-Type: application/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};
