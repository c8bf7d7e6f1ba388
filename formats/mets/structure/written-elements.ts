import { createHash, type Hash } from 'node:crypto';
import type { StartTag, XmlEvents } from '../../xml/read-events.js';
import { METS } from '../elements/namespaces.js';
import { isReferred } from './elements-by-id.js';

interface OpenElement {
  /** Null where the element is not compared. */
  readonly compared: { readonly key: string; readonly id: string; readonly hash: Hash } | null;
}

/** Compares the elements of some IDs by how they are written. */
export class WrittenElements implements XmlEvents {
  readonly #wanted: ReadonlySet<string>;
  readonly #open: OpenElement[] = [];
  readonly #hashes = new Set<Hash>();
  readonly #first = new Map<string, string>();
  readonly #different = new Set<string>();
  #openXmlData = 0;

  constructor(ids: Iterable<string>) {
    this.#wanted = new Set(ids);
  }

  /** The IDs that different elements of one name have. */
  get ambiguous(): ReadonlySet<string> {
    return this.#different;
  }

  start(tag: StartTag): void {
    const compared = this.#comparedOf(tag);
    if (compared !== null) this.#hashes.add(compared.hash);
    this.#open.push({ compared });
    if (isXmlData(tag)) this.#openXmlData += 1;
    if (this.#hashes.size > 0) this.other(writtenStart(tag));
  }

  text(text: string): void {
    if (this.#hashes.size > 0) this.other(JSON.stringify(text));
  }

  other(written: string): void {
    for (const hash of this.#hashes) hash.update(written);
  }

  end(tag: StartTag): void {
    this.other('</>');
    if (isXmlData(tag)) this.#openXmlData -= 1;
    const compared = this.#open.pop()?.compared ?? null;
    if (compared === null) return;
    const { key, id, hash } = compared;
    this.#hashes.delete(hash);
    const digest = hash.digest('hex');
    const first = this.#first.get(key) ?? digest;
    this.#first.set(key, first);
    if (first !== digest) this.#different.add(id);
  }

  #comparedOf({ local, uri, attributes }: StartTag): OpenElement['compared'] {
    const id = attributes['ID']?.value;
    if (uri !== METS || this.#openXmlData > 0 || id === undefined || !this.#wanted.has(id)) return null;
    return isReferred(local) ? { key: `${local} ${id}`, id, hash: createHash('sha256') } : null;
  }
}

const isXmlData = ({ local, uri }: StartTag): boolean => local === 'xmlData' && uri === METS;

const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** With the declarations of namespaces before the attributes, wherever they stand. */
const writtenStart = ({ name, attributes }: StartTag): string => {
  const all = Object.values(attributes);
  const declared = all.filter(({ uri }) => uri === XMLNS);
  const others = all.filter(({ uri }) => uri !== XMLNS);
  return JSON.stringify([name, [...declared, ...others].map((each) => [each.name, each.value])]);
};
