import { blankMets, type MetsHeading } from './editing/blank-mets.js';
import type { FileValues, FolderValues } from './model/entry-values.js';
import { editDocument, type MetsEditor } from './editing/mets-editor.js';

/** The METS of a new deposit with the template RootLevel or BagIt, as it is stored (companion 5.2, 13.3). */
export const createMets = (heading: MetsHeading): Buffer =>
  described(heading, (editor) => {
    for (const path of ['objects', 'metadata', 'metadata/ad-hoc']) editor.addFolder({ path });
  });

/** An archival group to be described by a METS. Paths are not escaped. */
export interface DescribedGroup {
  readonly containers: Iterable<FolderValues>;
  readonly files: Iterable<FileValues>;
}

/**
 * The METS of an archival group that has none (companion 5.11): a folder for each container and a file for each binary,
 * with their names. A `mets.xml` in the root is left out. Throws MetsFault as the editor does.
 */
export const describeArchivalGroup = (heading: MetsHeading, { containers, files }: DescribedGroup): Buffer =>
  described(heading, (editor) => {
    for (const container of containers) editor.addFolder(container);
    for (const file of files) if (file.path.toLowerCase() !== 'mets.xml') editor.addFile(file);
  });

const described = (heading: MetsHeading, describe: (editor: MetsEditor) => void): Buffer => {
  const editor = editDocument(blankMets(heading), heading.agent);
  try {
    describe(editor);
    return editor.toBytes(heading.now);
  } finally {
    editor.close();
  }
};
