import { expect } from 'chai';
import { RevisionConflict, type EventStore } from '../../../events/store.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { measuredBytes, measuredEvents } from '../../../infra/metrics/measured.js';
import { openMetrics, type Metrics } from '../../../infra/metrics/metrics.js';

/** The samples of a page whose names begin so, without those of buckets and times. */
const samples = async (metrics: Metrics, begin: string): Promise<string[]> =>
  (await metrics.page()).text.split('\n').filter((line) => line.startsWith(begin) && !/_bucket|_sum/.test(line));

describe('the metrics of a process', () => {
  it('count requests by service, operation and status', async () => {
    const metrics = openMetrics();
    metrics.request('storage', 'getContent', 200, 0.01);
    metrics.request('storage', 'getContent', 200, 0.02);
    metrics.request('storage', '', 404, 0.001);
    expect(await samples(metrics, 'muniment_request')).to.deep.equal([
      'muniment_request_seconds_count{service="storage",operation="getContent",status="200"} 2',
      'muniment_request_seconds_count{service="storage",operation="",status="404"} 1',
    ]);
  });

  it('count appends and copies by what they came to, and leave the outcome to the caller', async () => {
    const metrics = openMetrics();
    const outcomes = [
      () => Promise.resolve({ revision: 0n, position: null }),
      () => Promise.reject(new RevisionConflict('s-1', 0n, 1n)),
      () => Promise.reject(new Error('away')),
    ];
    const events = measuredEvents({ append: () => outcomes.shift()?.() } as unknown as EventStore, metrics);
    expect(await events.append('s-1', [], 'any')).to.deep.equal({ revision: 0n, position: null });
    expect(await events.append('s-1', [], 'any').catch((error: unknown) => error)).to.be.instanceOf(RevisionConflict);
    expect(await events.append('s-1', [], 'any').catch(String)).to.equal('Error: away');
    const copy = () => Promise.resolve({ etag: '"e"', sha256: 'f', size: 12 });
    const head = () => Promise.resolve(null);
    const bytes = measuredBytes({ copy, head } as unknown as ObjectStore, metrics);
    await bytes.copy({ bucket: 'a', key: 'b' }, { bucket: 'a', key: 'c' });
    expect(await bytes.head({ bucket: 'a', key: 'b' })).to.equal(null);
    expect(await samples(metrics, 'muniment_append')).to.deep.equal([
      'muniment_append_seconds_count{outcome="written"} 1',
      'muniment_append_seconds_count{outcome="conflict"} 1',
      'muniment_append_seconds_count{outcome="fault"} 1',
    ]);
    expect(await samples(metrics, 'muniment_cop')).to.deep.equal([
      'muniment_copy_seconds_count{outcome="done"} 1',
      'muniment_copied_bytes_total 12',
    ]);
  });

  it('read a gauge anew at each scrape, and leave it out when it cannot be read', async () => {
    const metrics = openMetrics();
    const answers = [
      () => Promise.resolve([{ labels: { status: 'running' }, value: 2 }]),
      () => Promise.reject(new Error('away')),
    ];
    metrics.gauge('muniment_jobs', 'Jobs.', ['status'], () => answers.shift()?.() ?? Promise.resolve([]));
    expect(await samples(metrics, 'muniment_jobs')).to.deep.equal(['muniment_jobs{status="running"} 2']);
    expect(await samples(metrics, 'muniment_jobs')).to.deep.equal([]);
  });
});
