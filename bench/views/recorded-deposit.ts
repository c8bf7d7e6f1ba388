import type { RecordedFact } from '../../events/envelope.js';
import { openImportPlatform } from '../imports/import-platform.js';
import { inFolder } from '../in-folder.js';

/** The names of the container and the archival group of the recorded deposit, which nothing else contains. */
export const RECORDED = { container: 'recordedbox', group: 'recordedletters' } as const;

const JSON_TYPE = { 'content-type': 'application/json' };

/** The facts of a deposit that a platform has opened, looked at, imported and closed, in the order of its log. */
export const recordDeposit = (): Promise<readonly RecordedFact[]> =>
  inFolder(async (data) => {
    const { platform, preservation, dependencies, buckets } = await openImportPlatform(data);
    const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
      const answer = await fetch(path.startsWith('http') ? path : preservation + path, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} of ${path}: ${text.slice(0, 1_000)}`);
      return text;
    };
    const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
      ask(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });

    await ask(`/repository/${RECORDED.container}`, { method: 'PUT' });
    const archivalGroup = `${preservation}/repository/${RECORDED.container}/${RECORDED.group}`;
    const opened = { template: 'RootLevel', archivalGroup, archivalGroupName: 'Letters to the editor' };
    const { id: deposit } = JSON.parse(await post('/deposits', opened)) as { readonly id: string };
    const path = 'objects/letter.txt';
    const key = `deposits/${deposit.slice(deposit.lastIndexOf('/') + 1)}/${path}`;
    await dependencies.bytes.put({ bucket: buckets.workspace, key }, Buffer.from(path), { contentType: 'text/plain' });
    const { metsETag } = JSON.parse(await ask(deposit)) as { readonly metsETag: string };
    await post(`${deposit}/mets`, [path], { 'if-match': metsETag });
    await post(`${deposit}/pipeline`, {});
    await platform.settle();
    await post(`${deposit}/importjobs`, { id: `${deposit}/importjobs/diff` });
    await platform.settle();
    const facts: RecordedFact[] = [];
    for await (const fact of dependencies.events.readAll()) facts.push(fact);
    await platform.stop();
    return facts;
  });
