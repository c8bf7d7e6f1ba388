import { timeLimit } from '../../flow/time-limit.js';
import type { ObjectAddress } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import { openMets, type MetsEditor } from '../../formats/mets/editing/mets-editor.js';
import { readXml } from '../../formats/xml/parse.js';
import { serialiseXml } from '../../formats/xml/serialise.js';
import { startExamplePlatform } from './example-platform.js';

/** A deposit of a platform that runs only for documentation, with a controlled clock. */
export interface ExampleDeposit extends AsyncDisposable {
  /** Moves the clock by a minute. */
  passTime(): void;
  upload(path: string, content: string, contentType: string): Promise<void>;
  /** Replaces the text of the METS. */
  rewrite(change: (mets: string) => string): Promise<void>;
  /** Sends a request below the deposit's address, with the ETag of its METS; rejects for an error status. */
  post(path: string, body?: unknown): Promise<void>;
  /** Edits the METS as commands do, for edits without a route. */
  edit(change: (editor: MetsEditor) => void): Promise<void>;
  /** The METS, formatted in lines. */
  mets(): Promise<string[]>;
}

/** Opens a deposit with the template RootLevel. */
export const openExampleDeposit = async (name: string, start: Date): Promise<ExampleDeposit> => {
  const platform = await startExamplePlatform(start, { MUNIMENT_ENABLE_METS_ID_NORMALISATION: 'true' });
  const { bytes } = platform;

  const opened = await send('POST', `${platform.ready.preservation}/deposits`, {
    template: 'RootLevel',
    archivalGroupName: name,
  });
  const { id, files } = (await opened.json()) as { readonly id: string; readonly files: string };
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
  const at = (path: string): ObjectAddress => ({ bucket, key: prefix + path });

  return {
    passTime: () => platform.passTime(60_000),
    upload: async (path, content, contentType) => {
      await bytes.put(at(path), Buffer.from(content), { contentType });
    },
    rewrite: async (change) => {
      const { bytes: before } = await readWhole(bytes, at('mets.xml'));
      await bytes.put(at('mets.xml'), Buffer.from(change(before.toString())), { contentType: 'application/xml' });
    },
    post: async (path, body) => {
      const etag = (await send('GET', `${id}/mets`)).headers.get('etag') ?? '';
      await send('POST', `${id}/${path}`, body, { 'if-match': etag });
    },
    edit: async (change) => {
      const editor = openMets((await readWhole(bytes, at('mets.xml'))).bytes);
      change(editor);
      const changed = editor.toBytes(platform.now());
      editor.close();
      await bytes.put(at('mets.xml'), changed, { contentType: 'application/xml' });
    },
    mets: async () => {
      const response = await send('GET', `${id}/mets`);
      const stored = new Uint8Array(await response.arrayBuffer());
      const laidOut = readXml(stored, (document) => serialiseXml(document, { indent: true }));
      return laidOut.toString().trimEnd().split('\n');
    },
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
};

const send = async (
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = { 'content-type': 'application/json', ...headers };
  const response = await fetch(address, { method, headers: type, ...sent, signal: timeLimit(60_000) });
  if (response.ok) return response;
  throw new Error(`${method} ${address} was answered with ${response.status}: ${await response.text()}`);
};
