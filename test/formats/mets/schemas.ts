import { readFileSync } from 'node:fs';
import type { XmlSchemaSet } from '../../support/repository/validate-xml.js';
import { sharedData } from '../../support/shared-data.js';

const XSD = 'http://www.w3.org/2001/XMLSchema';
const METS_LOCATION = 'http://www.loc.gov/standards/mets/mets.xsd';
const PREMIS_LOCATION = 'http://www.loc.gov/standards/premis/v3/premis.xsd';
const MODS_LOCATION = 'http://www.loc.gov/standards/mods/v3/mods-3-8.xsd';

/** METS, PREMIS and MODS in one, every import answered by a file. */
export const preservationSchemas = (): XmlSchemaSet => {
  const file = (name: string): Buffer => readFileSync(sharedData('xsd', name));
  const imported = (namespace: string, location: string): string =>
    `<xs:import namespace="${namespace}" schemaLocation="${location}"/>`;
  const main = `<xs:schema xmlns:xs="${XSD}">${imported('http://www.loc.gov/METS/', METS_LOCATION)}${imported(
    'http://www.loc.gov/premis/v3',
    PREMIS_LOCATION,
  )}${imported('http://www.loc.gov/mods/v3', MODS_LOCATION)}</xs:schema>`;
  return {
    main: Buffer.from(main),
    imports: new Map([
      [METS_LOCATION, file('mets.xsd')],
      [PREMIS_LOCATION, file('premis.xsd')],
      [MODS_LOCATION, mendedMods(file('mods.xsd').toString())],
      ['http://www.loc.gov/standards/xlink/xlink.xsd', file('xlink.xsd')],
      ['http://www.loc.gov/mods/xml.xsd', file('xml.xsd')],
    ]),
  };
};

/** MODS 3.8 gives accessCondition its ID attributes twice, by itself and by the type it extends. */
const mendedMods = (schema: string): Buffer => {
  const start = schema.indexOf('name="accessConditionDefinition"');
  const group = '<xs:attributeGroup ref="IDAttributeGroup"/>';
  return Buffer.from(schema.slice(0, start) + schema.slice(start).replace(group, ''));
};
