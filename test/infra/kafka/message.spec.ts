import { expect } from 'chai';
import type { RecordedFact } from '../../../events/envelope.js';
import { publicMessage } from '../../../infra/kafka/message.js';
import { readPointer } from '../../../infra/kafka/pointer.js';
import { pathId } from '../../../formats/paths/path-id.js';
import { relayedGoldenFacts } from '../../support/facts/golden-facts.js';
import { valueOf } from '../../support/value-of.js';

describe('the message of a fact', () => {
  const golden = (type: string): RecordedFact => {
    const found = relayedGoldenFacts().find(({ fact }) => fact.type === type);
    if (found === undefined) throw new Error(`no golden ${type}`);
    return found.fact;
  };
  const messageFor = (fact: RecordedFact, group = 'letters/1911') => publicMessage(fact, 'main', group);
  const dataOf = (type: string): unknown => JSON.parse(messageFor(golden(type)).value.toString());

  it('says in its headers what a CloudEvent says', () => {
    const fact = golden('VersionPublished');
    const traced = { ...fact, metadata: { ...fact.metadata, traceparent: '00-abc-def-01' } };
    expect(messageFor(traced).headers).to.deep.equal({
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: fact.id,
      ce_source: '/preservation/main/archivalGroup-k7mp2xqa9dtw',
      ce_type: 'io.muniment.preservation.archival-groups.VersionPublished.v1',
      ce_subject: 'letters/1911',
      ce_time: fact.metadata.occurredAt,
      ce_dataschema: 'urn:muniment:preservation:archival-groups:VersionPublished:v1',
      ce_partitionkey: 'k7mp2xqa9dtw',
      ce_sequence: '00000000000000000007',
      ce_position: '00000000000000000041',
      ce_correlationid: fact.metadata.$correlationId,
      ce_causationid: fact.metadata.$causationId,
      ce_actor: fact.metadata.actor.agent,
      traceparent: '00-abc-def-01',
    });
    expect(messageFor(fact).headers).not.to.have.property('traceparent');
  });

  it('points back at the fact', () => {
    for (const { fact } of relayedGoldenFacts()) {
      const { id, type, stream, revision } = fact;
      expect(valueOf(readPointer(messageFor(fact).headers))).to.deep.equal({ id, type, stream, revision });
    }
  });

  it('keeps to itself what is only the business of the platform', () => {
    expect(dataOf('ImportStarted')).not.to.have.any.keys('worker', 'epoch', 'path');
    expect(dataOf('VersionCommitDecided')).not.to.have.any.keys('inventory', 'epoch', 'baseInventoryETag');
    expect(dataOf('ImportAdmitted')).not.to.have.any.keys('plan', 'request', 'pages', 'sha256');
    expect(dataOf('DepositAdmitted')).to.include({ purpose: 'create', archivalGroup: 'letters/1911' });
    const grown = golden('DepositLocked');
    const value = messageFor({ ...grown, data: { ...grown.data, added: 'later' } }).value.toString();
    expect(JSON.parse(value)).to.deep.equal(grown.data);
  });

  it('is in the partition of its archival group, whether it tells of the group or of a job', () => {
    const group = { ...golden('VersionPublished'), stream: `archivalGroup-${pathId('letters/1911')}` };
    expect(messageFor(golden('ImportJobStarted')).key).to.equal(messageFor(group).key);
    expect(messageFor(golden('ImportJobStarted'), 'letters/1912').key).not.to.equal(messageFor(group).key);
    expect(messageFor(golden('DepositLocked')).key).to.equal('k7mp2xqa9dtw');
  });

  it('is not made of a fact that is not public', () => {
    const secret = { ...golden('DepositLocked'), type: 'DepositWhispered' };
    const elsewhere = { ...golden('DepositLocked'), stream: 'lease-1' };
    for (const fact of [secret, elsewhere]) {
      const attempt = (): unknown => messageFor(fact);
      expect(attempt).to.throw('is no public event').with.property('code', 'fact-not-public');
    }
  });

  it('is refused as a pointer where a header is missing or of another kind', () => {
    const { headers } = messageFor(golden('DepositLocked'));
    const faultWith = (changes: Record<string, string>): unknown => readPointer({ ...headers, ...changes });
    expect(readPointer(undefined)).to.have.property('refusal', 'ce_id is missing');
    expect(faultWith({ ce_sequence: String(2n ** 63n) })).to.have.property('refusal', 'ce_sequence is not a revision');
    expect(faultWith({ ce_type: 'com.example.Sold.v1' })).to.have.property(
      'refusal',
      'ce_type is none of this platform',
    );
    for (const ce_source of ['/elsewhere', '/preservation/main/', '/preservation/main/%E0%A4%A'])
      expect(faultWith({ ce_source })).to.have.property('refusal', 'ce_source names no stream of this platform');
    for (const ce_sequence of ['', '-1', '1e3', '9'.repeat(21)])
      expect(faultWith({ ce_sequence })).to.have.property('refusal', 'ce_sequence is not a revision');
  });
});
