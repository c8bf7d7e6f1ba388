import { Readable } from 'node:stream';
import type { Archive, ArchivedFile } from '../../../clients/archive/archive.js';
import { restore } from '../../../clients/command-line/verbs/restore/restore.js';
import { onFirstSignal } from '../../../infra/compose/process/first-signal.js';
import { archiveOf } from '../../support/archive/archive-of.js';
import { runVerb } from '../../support/command-line/run-verb.js';
import { contentOf, nameOf } from '../../support/numbered-files.js';
import { sha256Of } from '../../support/sha256.js';

/** Restores numbered files to a folder until it is told to end: `<folder> <files> <bytes of each>`. */
const [to = '', files = '', bytes = ''] = process.argv.slice(2);

const numbered = (index: number): ArchivedFile => ({
  stored: `objects/${nameOf(index)}`,
  size: Number(bytes),
  digest: { algorithm: 'sha256', value: sha256Of(contentOf(nameOf(index), Number(bytes))) },
  ...{ since: 1, mediaType: null, format: null, fileDate: null, originalName: null, virus: null },
});

const archive: Archive = {
  ...archiveOf({ groups: { numbers: { versions: [{ files: {} }] } } }),
  async *files() {
    for (let index = 0; index < Number(files); index++) yield await Promise.resolve(numbered(index));
  },
  open: (_group, _version, { stored, size }) =>
    Promise.resolve(Readable.from([contentOf(stored.slice('objects/'.length), size)])),
};

const stop = new AbortController();
onFirstSignal((signal) => stop.abort(new Error(signal)));
const { out, err, code, fault } = await runVerb(restore, ['numbers@v1', '--to', to], {
  archive,
  interrupted: stop.signal,
});
console.log(JSON.stringify({ out, err, code, fault: fault?.message ?? null }));
