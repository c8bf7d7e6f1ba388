import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { ByteStore } from '../../formats/bytes.js';
import { abortUploads } from './abort-uploads.js';
import { openClient } from './client.js';
import type { S3Settings } from './client.js';
import type { Clients } from './clients.js';
import { copier } from './copy.js';
import { deleter } from './delete.js';
import { asFault, withFaults } from './fault.js';
import { openBody } from './get.js';
import { lister } from './list.js';
import { objectInfo } from './object-info.js';
import { putter } from './put.js';

export interface S3ByteStoreSettings extends S3Settings {
  /** The largest object, in bytes, copied by one request; 5 GiB, S3's own limit, unless said. */
  readonly singleCopyLimit?: number;
  /** Bytes a part where a copy takes several; 1 GiB unless said, never below S3's 5 MiB. */
  readonly copyPartSize?: number;
}

const GiB = 1024 ** 3;

/** The ByteStore port on any S3 store. Nothing is asked of the store before the first call. */
export const openS3ByteStore = (settings: S3ByteStoreSettings): ByteStore & { close(): void } => {
  const clients: Clients = { once: openClient(settings, 1), often: openClient(settings, 3) };
  const { once, often } = clients;
  return {
    put: putter(clients),
    async head(at) {
      try {
        const command = new HeadObjectCommand({ Bucket: at.bucket, Key: at.key, ChecksumMode: 'ENABLED' });
        return objectInfo(at, await often.send(command));
      } catch (error) {
        const fault = asFault(error, 'read');
        if (fault.code === 'object-not-found') return null;
        throw fault;
      }
    },
    get: (at, options) => withFaults('read', () => openBody(often, at, options)),
    copy: copier(clients, {
      singleCopy: settings.singleCopyLimit ?? 5 * GiB,
      part: Math.max(settings.copyPartSize ?? GiB, 5 * 1024 ** 2),
    }),
    list: lister(often),
    delete: deleter(often),
    abortUploads: (bucket, prefix) => withFaults('write', () => abortUploads(often, bucket, prefix)),
    close() {
      once.destroy();
      often.destroy();
    },
  };
};
