import { expect } from 'chai';
import { refuse, type Refusal } from '../../../commands/core/decider.js';
import { refusalAnswer } from '../../../gateways/service/refusal-answer.js';

const detailOf = (refusal: Refusal): unknown => {
  const { content } = refusalAnswer(refusal, 'https://archive.example');
  return content?.kind === 'json' ? (content.value as { readonly detail: unknown }).detail : undefined;
};

describe('the refusal of an import', () => {
  it('names the busy group by its URI on the service that answers', () => {
    const busy = refuse('import-active', 'There is already an active import job (j1) for Archival Group');
    expect(detailOf({ ...busy, archivalGroup: 'letters/1911 (1)' })).to.equal(
      `${busy.detail} https://archive.example/repository/letters/1911%20(1)`,
    );
  });

  it('is told as it is for every other reason', () => {
    const detail = 'The resource at letters/1911 (1)';
    expect(detailOf(refuse('not-an-archival-group', detail))).to.equal(detail);
  });
});
