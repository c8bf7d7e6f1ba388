import { expect } from 'chai';
import { ask, newDeposit, newGroup } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestExport } from './request-export.js';

describe('exports of the storage service (storage service 2.1, 3, 4.1)', () => {
  const live = liveServices();

  const bucket = (): string => live.places.workspaceBucket;

  describe('are refused with 400', () => {
    const elsewhere: readonly [string, () => string | Promise<string>, RegExp][] = [
      ['into another bucket', () => 's3://other/exports/x', /not among the destinations that are allowed/],
      ['into the repository', () => `s3://${live.places.repository.bucket}/exports/x`, /not among the destinations/],
      ['beside the allowed prefix', () => `s3://${bucket()}/exportsx/y`, /not among the destinations/],
      [
        'with a segment ..',
        () => `s3://${bucket()}/exports/../deposits/x`,
        /a segment of the prefix is '\.' or '\.\.'/,
      ],
      ['with an escaped segment ..', () => `s3://${bucket()}/exports/%2e%2e/x`, /a segment of the prefix is '\.' or/],
      ['with an empty segment', () => `s3://${bucket()}/exports//x`, /a segment of the prefix is empty/],
      ['into no deposit', () => `s3://${bucket()}/deposits/none/`, /not among the destinations that are allowed/],
      [
        'into a folder of a deposit',
        async () => `s3://${bucket()}/${(await newDeposit(live)).prefix}objects`,
        /it is not the workspace of a deposit/,
      ],
      [
        'into the deposit of another group',
        async () => `s3://${bucket()}/${(await newDeposit(live)).prefix}`,
        /is not the active deposit of /,
      ],
      ['without an S3 location', () => 'https://example.org/x', /destination is an S3 location/],
      ['with too long a prefix', () => `s3://${bucket()}/exports/${'x'.repeat(1_100)}`, /at most 1024 bytes/],
    ];
    for (const [where, destination, detail] of elsewhere)
      it(where, async () => {
        const { path } = await newGroup({ 'objects/a.txt': 'a' });
        const reply = await requestExport(live, path, { destination: await destination() });
        expect(reply.status, reply.text).to.equal(400);
        expect(String(reply.body['detail'])).to.match(detail);
      });
    it('without an archival group', async () => {
      const reply = await ask('POST', `${live.storage}/export`, {
        destination: `s3://${bucket()}/exports/x`,
      });
      expect(reply.status).to.equal(400);
      expect(reply.body['detail']).to.equal('archivalGroup names the Archival Group to export.');
    });
  });
});
