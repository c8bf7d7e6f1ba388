import type { XmlEngine } from './engine.js';
import { libxml2Engine } from './libxml2-engine.js';
import { openLibxmljs2 } from './libxmljs2-engine.js';

/** The engine of that name. Throws XmlFault `xml-engine-missing` when the optional one is asked for and not there. */
export const openXmlEngine = (name: XmlEngine['name']): XmlEngine =>
  name === 'libxmljs2' ? openLibxmljs2() : libxml2Engine;
