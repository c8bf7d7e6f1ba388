import { xmlNodeGetContent, XmlNodeStruct } from 'libxml2-wasm/lib/libxml2.mjs';
import { kindAt, type LeafKind } from './node-types.js';

/** A node by its address in the memory of WebAssembly. It keeps nothing else: what is asked is read there. */
export class AddressedNode<Owner extends { readonly address: number }> {
  protected readonly owner: Owner;
  readonly #address: number;

  /** For the document that owns the node; its address is 0 once it is closed. */
  constructor(owner: Owner, address: number) {
    this.owner = owner;
    this.#address = address;
  }

  /** Throws where the document is closed. */
  get address(): number {
    if (this.owner.address !== 0) return this.#address;
    throw new Error('the document is closed, and its nodes are gone');
  }
}

/** A text, CDATA section, comment or processing instruction. */
export class XmlLeaf extends AddressedNode<{ readonly address: number }> {
  get kind(): LeafKind {
    const kind = kindAt(this.address);
    if (kind !== null && kind !== 'element') return kind;
    throw new Error('libxml2 made a node that a document without a DTD cannot hold');
  }

  get text(): string {
    return xmlNodeGetContent(this.address);
  }

  /** Of a processing instruction; of any other node, a word of libxml2. */
  get target(): string {
    return XmlNodeStruct.name_(this.address);
  }
}
