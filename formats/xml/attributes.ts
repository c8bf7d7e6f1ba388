export interface XmlAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly value: string;
}

export interface XmlNamespace {
  /** Empty for the default namespace. */
  readonly prefix: string;
  readonly uri: string;
}

/** An attribute of a new element; its prefix is declared where the element is made, or empty. */
export type NewAttribute = Pick<XmlAttribute, 'name' | 'prefix' | 'value'>;
