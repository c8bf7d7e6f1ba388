import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

export const certificateWords = ({ count, plural, exactBytes }: Formats): Words['certificate'] => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`;
  return {
    crumb: 'Zertifikat',
    title: 'Archivierungszertifikat',
    csv: 'CSV der Dateien',
    print: 'Drucken',
    kept: (version, name, n) =>
      `Version ${version} von „${name}“ wird in diesem Magazin mit ${plural(n, `${count(n)} Datei`, `${count(n)} Dateien`)} aufbewahrt.`,
    listed: 'Sie stehen in der Liste unten.',
    wasRead: (at) =>
      `Jede wurde gelesen, als die Version entstand (${at}), und hatte die Prüfsumme, die für sie angegeben ist.`,
    wasAdopted: (at) =>
      `Die Version stammt von einem anderen Programm (${at}) und wurde übernommen, wie sie im Speicher lag.`,
    facts: {
      group: 'Archivgruppe',
      address: 'Adresse',
      version: 'Version',
      extent: 'Umfang',
      object: 'OCFL-Objekt',
      inventory: 'Inventar',
      list: 'Liste der Dateien',
    },
    versionOf: (version, head, at, by) =>
      `v${version} von ${head}, entstanden ${at}${by === null ? '' : `, von ${by}`}`,
    extentOf: (n, bytes) => `${files(n)}, ${exactBytes(bytes)}`,
    listHow: 'über eine Zeile je Datei, nach Pfad sortiert: Prüfsumme, zwei Leerzeichen, Pfad, Zeilenvorschub',
    checks: 'Wie geprüft wurde',
    checkHeads: { when: 'Wann', what: 'Was', result: 'Ergebnis', by: 'Von' },
    atImport: 'Prüfsumme jeder Datei, als die Version entstand',
    allSame: (n) => `${count(n)} von ${count(n)} gleich`,
    audit: 'Audit: jede Datei wurde noch einmal gelesen und ihre Prüfsumme verglichen',
    quickAudit:
      'Schnelles Audit: Größen und die Prüfsummen, die der Speicher nennt, wurden verglichen; keine Datei wurde gelesen',
    noFindings: 'keine Befunde',
    findings: (n) => `${count(n)} ${plural(n, 'Befund', 'Befunde')} in allem, was geprüft wurde`,
    noAudit: 'nicht, seit diese Version besteht',
    viruses: 'Viren, in den Dateien unter objects, laut METS',
    notScanned: 'keine Prüfung ist verzeichnet',
    noVirus: (scanned, n) => `keine in ${count(scanned)} von ${files(n)}`,
    infected: (infected, scanned) => `in ${count(infected)} von ${count(scanned)} geprüften gefunden`,
    identified: 'Formate, der Dateien unter objects, laut METS',
    ofAll: (known, n) => `${count(known)} von ${count(n)} erkannt`,
    formats: 'Formate',
    formatHeads: { format: 'Format', files: 'Dateien', bytes: 'Bytes' },
    versions: 'Versionen',
    versionHeads: { version: 'Version', made: 'Entstanden', by: 'Von', why: 'Warum', files: 'Unter objects' },
    olderVersions: (n) => `${count(n)} ältere ${plural(n, 'Version steht', 'Versionen stehen')} hier nicht.`,
    filesOf: (version) => `Dateien der Version ${version}`,
    fileHeads: { file: 'Datei und Prüfsumme', format: 'Format', since: 'Seit', bytes: 'Bytes' },
    tooMany: (n) =>
      `Es sind ${files(n)}, zu viele zum Drucken. Die Liste ist die CSV der Dateien; ihre Prüfsumme steht oben.`,
    events: 'Ereignisse',
    eventHeads: { when: 'Wann', by: 'Von', what: 'Was' },
    olderEvents: 'Es gibt ältere Ereignisse, die hier nicht stehen.',
    place: 'Ort und Datum',
    forArchive: 'Für das Archiv',
    printed: (at, by) => `Stand ${at}, für ${by}.`,
    repeat: 'Jedes Programm, das OCFL liest, kann die Prüfung der Prüfsummen ohne Muniment wiederholen.',
  };
};
