import { durationSeconds, isApproximate } from '../../metadata/duration.js';
import { writable } from '../../xml/characters.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from '../elements/element-maker.js';
import type { WrittenExtents } from '../model/entry-values.js';
import { MetsFault } from '../model/fault.js';
import { PREMIS } from '../elements/namespaces.js';
import { insertInOrder } from '../elements/ordered-insert.js';
import { premisChild, premisLeaf } from './premis-child.js';

type Property = 'ImageWidth' | 'ImageHeight' | 'Duration' | 'Bitrate';

const PROPERTIES: readonly Property[] = ['ImageWidth', 'ImageHeight', 'Duration', 'Bitrate'];
const SEQUENCE = ['significantPropertiesType', 'significantPropertiesValue', 'significantPropertiesExtension'];

/** Throws MetsFault `mets-extents-differ` where a property is on record with another value (companion 5.7). */
export const checkExtents = (object: XmlElement, extents: WrittenExtents): void => {
  for (const [property, value] of written(extents)) {
    const known = propertyIn(object, property);
    const recorded = known === undefined ? '' : valueOf(known);
    if (recorded !== '' && !saysTheSame(property, recorded, value))
      throw new MetsFault(
        'mets-extents-differ',
        `Conflicting values for significantProperties/${property}: '${recorded}' vs '${value}'`,
      );
  }
};

/** Records extents. With `replaced`, after the content changed, the older ones are removed. */
export const updateExtents = (
  make: MakeElement,
  object: XmlElement,
  extents: WrittenExtents,
  { sequence, replaced }: { readonly sequence: readonly string[]; readonly replaced: boolean },
): void => {
  const values = new Map(written(extents));
  for (const property of PROPERTIES) {
    const value = values.get(property);
    const known = propertyIn(object, property);
    if (value === undefined) {
      if (replaced) known?.remove();
    } else if (known === undefined) {
      insertInOrder(object, propertyOf(make, property, value), sequence);
    } else if (!saysTheSame(property, valueOf(known), value)) {
      premisChild(make, known, 'significantPropertiesValue', SEQUENCE).setText(value);
    }
  }
};

/** The known properties as they are written: a duration in seconds where it can be parsed and is no estimate. */
const written = ({ width, height, duration, bitrate }: WrittenExtents): [Property, string][] => {
  const seconds = duration === null || isApproximate(duration) ? duration : (durationSeconds(duration) ?? duration);
  const texts = [width, height, seconds, bitrate].map((value) =>
    value === null ? '' : writable(String(value).trim()),
  );
  return PROPERTIES.map((property, index): [Property, string] => [property, texts[index] ?? '']).filter(
    ([, text]) => text !== '',
  );
};

const propertyOf = (make: MakeElement, property: Property, value: string): XmlElement => {
  const type = premisLeaf(make, 'significantPropertiesType', property);
  return make(PREMIS, 'significantProperties', [], [type, premisLeaf(make, 'significantPropertiesValue', value)]);
};

const propertyIn = (object: XmlElement, property: Property): XmlElement | undefined =>
  object.elements(PREMIS, 'significantProperties').find((each) => {
    const type = each.element(PREMIS, 'significantPropertiesType');
    return type?.text.trim() === property;
  });

const valueOf = (property: XmlElement): string => {
  const value = property.element(PREMIS, 'significantPropertiesValue');
  return value?.text.trim() ?? '';
};

const saysTheSame = (property: Property, a: string, b: string): boolean =>
  a === b || (property === 'Duration' && sameDuration(a, b));

const sameDuration = (a: string, b: string): boolean => {
  const seconds = durationSeconds(a);
  return seconds !== null && seconds === durationSeconds(b);
};
