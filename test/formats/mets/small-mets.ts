/** A METS of few words; what is given stands in place of its parts. */
export const small = (
  parts: { amd?: string; files?: string; map?: string; head?: string; dmd?: string; links?: string } = {},
): Buffer =>
  Buffer.from(
    `<mets xmlns="http://www.loc.gov/METS/" xmlns:x="http://www.w3.org/1999/xlink" xmlns:p="http://www.loc.gov/premis/v3" xmlns:m="http://www.loc.gov/mods/v3">${parts.head ?? ''}${parts.dmd ?? ''}${parts.amd ?? ''}<fileSec><fileGrp>${
      parts.files ?? file('F1', 'objects/a.txt')
    }</fileGrp></fileSec>${parts.map ?? '<structMap TYPE="physical"><div><fptr FILEID="F1"/></div></structMap>'}${parts.links ?? ''}</mets>`,
  );

export const file = (id: string, href: string, more = ''): string =>
  `<file ID="${id}" ${more}><FLocat LOCTYPE="URL" x:href="${href}"/></file>`;

export const amd = (id: string, premis: string): string =>
  `<amdSec ID="${id}"><techMD ID="T${id}"><mdWrap MDTYPE="PREMIS:OBJECT"><xmlData><p:object>${premis}</p:object></xmlData></mdWrap></techMD></amdSec>`;

export const map = (divs: string): string => `<structMap TYPE="PHYSICAL">${divs}</structMap>`;

/** A dmdSec with a MODS record. */
export const dmd = (id: string, mods: string): string =>
  `<dmdSec ID="${id}"><mdWrap MDTYPE="MODS"><xmlData><m:mods>${mods}</m:mods></xmlData></mdWrap></dmdSec>`;
