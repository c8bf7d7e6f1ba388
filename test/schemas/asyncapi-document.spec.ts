import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { cloudEvent } from '../../events/public/cloud-event.js';
import { publicMessage } from '../../infra/kafka/message.js';
import { asyncApiDocument, asyncApiProblems } from '../../schemas/asyncapi-document.js';
import { messageProblems, readAsyncApi } from '../support/asyncapi.js';
import { relayedGoldenFacts } from '../support/facts/golden-facts.js';

describe('the AsyncAPI document', () => {
  const document = readAsyncApi();

  it('says what the schemas of the code say', () => {
    expect(asyncApiProblems()).to.deep.equal([]);
    expect(document).to.deep.equal(asyncApiDocument());
  });

  it('is AsyncAPI 3.0 by the official schema', () => {
    const official = specs.schemasWithoutId['3.0.0'];
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(official as object);
    expect(validate(document), JSON.stringify(validate.errors)).to.equal(true);
  });

  it('names the schema of each payload differently', () => {
    const ids = Object.values(document.components.messages).map(({ payload }) => payload['$id']);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  const golden = relayedGoldenFacts();
  for (const { category, fact } of golden) {
    it(`describes the message of ${fact.type} to the letter`, () => {
      const { headers, value } = publicMessage(fact, 'main', 'letters/1911');
      expect(messageProblems(document, category, { headers, value })).to.deep.equal([]);
    });
  }

  it('has no message that no fact leads to, besides that of any event over HTTP', () => {
    const told = golden.map(({ category, fact }) => `${category}.${fact.type}`);
    expect(Object.keys(document.components.messages).sort()).to.deep.equal([...told, 'http.CloudEvent'].sort());
  });

  it('describes every event as HTTP carries it', () => {
    const { payload } = document.components.messages['http.CloudEvent'] ?? {};
    const validate = new Ajv({ strict: false, validateFormats: false }).compile({
      additionalProperties: false,
      ...payload,
    });
    for (const { fact } of golden) {
      const event: unknown = JSON.parse(JSON.stringify(cloudEvent(fact, 'letters/1911')));
      expect(validate(event), `${fact.type} ${JSON.stringify(validate.errors)}`).to.equal(true);
    }
  });
});
