import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** A file that is copied, and where to. */
export interface BareFile {
  readonly from: string;
  readonly to: string;
}

const piece = Buffer.alloc(1024 ** 2);

for (const { from, to } of workerData as readonly BareFile[]) {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'wx')];
  const hash = createHash('sha256');
  for (let read = readSync(source, piece); read > 0; read = readSync(source, piece)) {
    hash.update(piece.subarray(0, read));
    writeSync(target, piece, 0, read);
  }
  hash.digest('hex');
  fsyncSync(target);
  closeSync(source);
  closeSync(target);
}
