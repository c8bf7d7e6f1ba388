import { expect } from 'chai';
import { DeferredChanges } from '../../../../formats/mets/editing/deferred-changes.js';
import type { XmlElement, XmlNode } from '../../../../formats/xml/tree.js';

const MANY = 2_000;

const element = (name: string, children: XmlNode[] = []): XmlElement => ({
  kind: 'element',
  name,
  prefix: '',
  namespace: '',
  namespaces: [],
  attributes: [],
  children,
});

describe('changes that are held back', () => {
  it('tell whether anything is left without looking again at what goes', () => {
    let looks = 0;
    const links = Array.from({ length: MANY }, (): XmlElement => {
      const link = element('smLink');
      return Object.defineProperty(link, 'kind', { get: () => ((looks += 1), 'element') });
    });
    const parent = element('structLink', links);
    const changes = new DeferredChanges();
    const left = links.map((link) => {
      changes.remove(parent, link);
      return changes.hasElementsLeft(parent);
    });
    expect(left).to.deep.equal(links.map((_link, index) => index < MANY - 1));
    expect(looks).to.be.below(3 * MANY);
  });

  it('look again where children have come since', () => {
    const [first, second] = [element('smLink'), element('smLink')];
    const parent = element('structLink', [first]);
    const changes = new DeferredChanges();
    changes.remove(parent, first);
    expect(changes.hasElementsLeft(parent)).to.equal(false);
    parent.children.unshift(second);
    expect(changes.hasElementsLeft(parent)).to.equal(true);
    changes.remove(parent, second);
    expect(changes.hasElementsLeft(parent)).to.equal(false);
    changes.apply();
    expect(changes.hasElementsLeft(parent)).to.equal(false);
    parent.children.push(first);
    expect(changes.hasElementsLeft(parent)).to.equal(true);
  });
});
