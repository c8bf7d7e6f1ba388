import { importJobOf, uploadsFor } from '../../support/judged/import-job-of.js';
import { WRITTEN_GROUPS, type WrittenVersion } from '../../support/judged/written-groups.js';
import type { Reply } from '../../support/http/call-on.js';
import { startTestPlatform } from '../../support/platform/test-platform.js';
import { until } from '../../support/scheduling/until.js';

/**
 * `write-repository <data folder>`: a platform of its own writes one of everything through its public interfaces, for
 * OCFL validators to judge what lies under `ocfl` in the data folder afterwards. Ends with an error where a job does not
 * end as it should.
 */
const [, , data = ''] = process.argv;
const BOX = 'judged';

interface ShownResource {
  readonly id: string;
  readonly files: string;
  readonly status: string;
  readonly newVersion: string | null;
  readonly errors: readonly { readonly message: string }[] | null;
}

const platform = await startTestPlatform({ data });
const { call, s3, ready } = platform;

const made = async (answer: Promise<Reply<ShownResource>>): Promise<ShownResource> => {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Runs one job from a deposit of its own, to its end. */
const run = async (group: string, version: WrittenVersion): Promise<ShownResource> => {
  const deposit = await made(call<ShownResource>('POST', '/deposits', { archivalGroup: group }));
  const prefix = deposit.files.slice(`s3://${ready.s3.workspaceBucket}/`.length);
  for (const [name, text] of uploadsFor(version))
    await s3.put({ bucket: ready.s3.workspaceBucket, key: prefix + name }, Buffer.from(text));
  const job = importJobOf(version, { deposit: deposit.id, group, files: deposit.files });
  let result = await made(call<ShownResource>('POST', `${deposit.id}/importjobs`, job));
  const hasEnded = async (): Promise<boolean> => {
    result = (await call<ShownResource>('GET', result.id)).body;
    return result.status.startsWith('completed');
  };
  await until(`the end of ${result.id}`, hasEnded);
  // A deposit that failed stays active, and the next one for the group would be refused.
  if (result.newVersion === null) await call('DELETE', deposit.id);
  return result;
};

try {
  await made(call<ShownResource>('PUT', `/repository/${BOX}`));
  for (const { slug, versions } of WRITTEN_GROUPS) {
    let number = 0;
    for (const version of versions) {
      const { newVersion, errors } = await run(`${ready.preservation}/repository/${BOX}/${slug}`, version);
      const expected = version.mustFail === true ? null : `v${++number}`;
      const told = (errors ?? []).map(({ message }) => message).join('; ');
      console.log(`${slug} ${newVersion ?? 'failed'}: ${version.title}${told === '' ? '' : ` (${told})`}`);
      if (newVersion !== expected) throw new Error(`${slug} should have come to ${expected ?? 'no version'}`);
    }
  }
} finally {
  await platform.stop();
}
