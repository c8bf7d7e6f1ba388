import { forEachConcurrently } from '../flow/concurrently.js';
import type { Figure } from './figure.js';
import { openImportPlatform } from './imports/import-platform.js';
import { inFolder } from './in-folder.js';
import { secondsOf } from './measure.js';
import { pathOf } from './imports/planned-files.js';

const FILES = 10_000;
const AT_ONCE = 64;

/** Refreshing a workspace through the service, compared with a bare listing of the same objects. */
export const refreshBench = (): Promise<readonly Figure[]> => inFolder(refreshed);

const refreshed = async (data: string): Promise<readonly Figure[]> => {
  const { platform, dependencies, buckets } = await openImportPlatform(data);
  try {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const opened = await fetch(`${platform.ready.preservation}/deposits`, request);
    const { id } = (await opened.json()) as { readonly id: string };
    const prefix = `deposits/${id.slice(id.lastIndexOf('/') + 1)}/`;
    const files = Array.from({ length: FILES }, (_each, file) => file);
    await forEachConcurrently(files, { width: AT_ONCE }, async (file) => {
      await dependencies.bytes.put(
        { bucket: buckets.workspace, key: prefix + pathOf(file) },
        Buffer.from(String(file)),
      );
    });
    const listing = await secondsOf(async () => {
      let listed = 0;
      for await (const { size } of dependencies.bytes.list(buckets.workspace, prefix)) listed += Math.sign(size);
      if (listed !== FILES) throw new Error(`${listed} files were listed`);
    });
    const read = () => secondsOf(async () => (await fetch(`${id}/filesystem?refresh=true`)).arrayBuffer());
    const [first, again] = [await read(), await read()];
    const name = `workspace of ${FILES.toLocaleString('en')} files: `;
    const beyond = `${name}read beyond the bare listing`;
    return [
      { name: `${name}bare listing`, value: listing * 1_000, unit: 'ms' },
      { name: `${beyond}, first`, value: (first - listing) * 1_000, unit: 'ms', atMost: 3_000 },
      { name: `${beyond}, again`, value: (again - listing) * 1_000, unit: 'ms', atMost: 3_000 },
    ];
  } finally {
    await platform.stop();
  }
};
