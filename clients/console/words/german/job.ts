import type { Formats } from '../formats.js';
import type { Words } from '../english/english.js';

/** Was von einem Auftrag gesagt wird. */
export const jobWords = ({ count, plural, duration, when }: Formats): Words['job'] => {
  const files = (n: number): string => `${count(n)} ${plural(n, 'Datei', 'Dateien')}`;
  return {
    progress: 'Fortschritt',
    noNumbers: 'noch keine Zahlen',
    filesDone: (n) => files(n),
    filesOf: (done, total) => `${done} von ${files(total)}`,
    bytesOf: (done, total) => `${done} von ${total}`,
    rate: (bytes) => `${bytes}/s`,
    left: (span) => `noch etwa ${span}`,
    now: {
      wait: 'Wartet, bis er an der Reihe ist',
      prepare: 'Wird vorbereitet',
      copy: 'Wird kopiert, jede Datei mit ihrem SHA-256 verglichen',
      publish: 'Das Verzeichnis wird veröffentlicht',
      look: 'Die Prüfwerkzeuge sehen die Dateien an',
      store: 'Der Bericht wird in den Arbeitsbereich geschrieben',
      record: 'Die Befunde werden im METS verzeichnet',
      verify: 'Es wird bewiesen, dass das Magazin jede Datei hat',
      remove: 'Dateien werden aus dem Arbeitsbereich entfernt',
      work: 'Bei der Arbeit',
    },
    doing: {
      wait: 'Wartet, bis er an der Reihe ist',
      prepare: 'Wird vorbereitet',
      copy: 'Wird kopiert und geprüft',
      publish: 'Das Verzeichnis wird veröffentlicht, dann die Einlieferung abgeschlossen',
      look: 'Formate, Viren, Metadaten in Dateien',
      store: 'Bericht geschrieben und hochgeladen',
      record: 'Im METS verzeichnet',
      verify: 'Mit dem Magazin verglichen',
      remove: 'Dateien aus dem Arbeitsbereich entfernt',
      work: 'Bei der Arbeit',
    },
    done: {
      wait: 'War an der Reihe',
      prepare: 'Vorbereitet',
      copy: 'Kopiert und geprüft',
      publish: 'Verzeichnis veröffentlicht, Einlieferung abgeschlossen',
      look: 'Die Prüfwerkzeuge haben die Dateien angesehen',
      store: 'Bericht geschrieben und hochgeladen',
      record: 'Im METS verzeichnet',
      verify: 'Mit dem Magazin verglichen',
      remove: 'Dateien aus dem Arbeitsbereich entfernt',
      work: 'Gearbeitet',
    },
    toCome: 'kommt noch',
    notReached: 'nicht erreicht',
    askedFor: 'Aufgegeben',
    askedBy: (agent, planned) => {
      if (planned === null) return `von ${agent}`;
      const parts = [
        planned.added > 0 ? `${files(planned.added)} neu` : '',
        planned.changed > 0 ? `${count(planned.changed)} zu ändern` : '',
        planned.renamed > 0 ? `${count(planned.renamed)} umzubenennen` : '',
        planned.deleted > 0 ? `${count(planned.deleted)} zu löschen` : '',
      ].filter((part) => part !== '');
      return parts.length === 0 ? `von ${agent}` : `von ${agent}: ${parts.join(', ')}`;
    },
    before: (n) => (n === null ? 'hinter vielen anderen' : n === 0 ? 'als Nächster dran' : `${count(n)} davor`),
    heldBy: (agent) => `angehalten von ${agent}`,
    theVersion: 'die Version',
    decided: (version) => `${version.replace(/^v(?=\d)/, 'Version ')} steht fest`.replace(/^d/, 'D'),
    decidedNow: 'von hier an kann er nur noch zu Ende gehen',
    untilDecided: 'bis dahin hat sich im Magazin nichts geändert, danach alles',
    cancelledBy: (agent) => `Abgebrochen von ${agent}`,
    cancel: {
      import: 'Import abbrechen',
      export: 'Export abbrechen',
      pipelineRun: 'Lauf beenden',
      archiving: 'Räumung abbrechen',
      audit: 'Audit abbrechen',
      adoption: 'Übernahme abbrechen',
      rebuild: 'Neuaufbau abbrechen',
    },
    cancelTitle: {
      import: 'Diesen Import abbrechen?',
      export: 'Diesen Export abbrechen?',
      pipelineRun: 'Diesen Lauf der Prüfwerkzeuge beenden?',
      archiving: 'Diese Räumung abbrechen?',
      audit: 'Dieses Audit abbrechen?',
      adoption: 'Diese Übernahme abbrechen?',
      rebuild: 'Diesen Neuaufbau abbrechen?',
    },
    cancelWhy: {
      import:
        'Was kopiert ist, wird wieder entfernt, und das Magazin ist, als hätte er nicht begonnen. Die Einlieferung wird abgeschlossen; nehmen Sie sie wieder auf, um erneut zu importieren.',
      export: 'Kopierte Dateien bleiben. An der Einlieferung kann nicht gearbeitet werden; sie kann gelöscht werden.',
      pipelineRun:
        'Er endet in Sekunden als gescheitert, und nichts davon wird verzeichnet. Berichte, die schon hochgeladen sind, bleiben bis zum nächsten Lauf unter metadata. Die Sperre wird freigegeben. Lassen Sie die Werkzeuge wieder laufen, wann Sie wollen.',
      archiving: 'Nichts wird aus dem Arbeitsbereich entfernt.',
      audit: 'Was es bisher gefunden hat, bleibt in seinem Bericht.',
      adoption: 'Was bis dahin übernommen ist, bleibt übernommen.',
      rebuild: 'Begonnene Sichten werden fertig; die anderen bleiben, wie sie sind.',
    },
    soFar: (far) => `${far} sind erledigt.`,
    cancelling: 'Wird abgebrochen',
    goOn: 'Weiterlaufen lassen',
    decidedMeanwhile: 'Inzwischen steht es fest',
    cannotCancel: (at) => `Um ${at} stand es fest; er kann nur noch zu Ende gehen`,
    failedWhy: {
      import:
        'Nichts von diesem Import ist im Magazin; die Einlieferung und ihre Dateien sind, wie sie waren. Beheben Sie, was hier steht, nehmen Sie die Einlieferung wieder auf und importieren Sie noch einmal.',
      export: 'Am Ziel können Dateien fehlen.',
      pipelineRun:
        'Nichts von diesem Lauf wurde verzeichnet, und die Dateien sind, wie sie waren. Ist es behoben, lassen Sie die Werkzeuge noch einmal laufen.',
      archiving: 'Die Dateien bleiben im Arbeitsbereich.',
      audit: 'Der Bericht nennt jeden Befund; was zu tun ist, finden die Betreiber dort.',
      adoption: 'Der Bericht nennt jedes Objekt, das nicht übernommen wurde, und warum.',
      rebuild: 'Die Sichten davor bleiben in Gebrauch.',
    },
    cancelledWhy: {
      import:
        'Nichts von diesem Import ist im Magazin; die Einlieferung und ihre Dateien sind, wie sie waren. Um doch zu importieren, nehmen Sie die Einlieferung wieder auf und importieren noch einmal.',
      export:
        'Was kopiert wurde, bleibt. Die Einlieferung dazu kann nicht bearbeitet werden, sie kann gelöscht werden.',
      pipelineRun:
        'Nichts von diesem Lauf wurde verzeichnet, und die Dateien sind, wie sie waren. Die Werkzeuge können jederzeit wieder laufen.',
      archiving: 'Die Dateien bleiben im Arbeitsbereich.',
      audit: 'Was gefunden war, steht im Bericht.',
      adoption: 'Was bis dahin übernommen war, bleibt übernommen.',
      rebuild: 'Begonnene Sichten wurden fertig; die übrigen sind, wie sie waren.',
    },
    showFile: 'Datei zeigen',
    otherErrors: 'Weitere Fehler',
    ofErrors: (shown, all) => (shown === all ? count(all) : `die ersten ${count(shown)} von ${count(all)}`),
    wholeJob: 'der ganze Auftrag',
    since: (state, at) => `${state} seit ${when(at)}`,
    ended: (state, at) => `${state} ${when(at)}`,
    took: (seconds) => `in ${duration(seconds)}`,
    leave: 'Sie können diese Seite verlassen; es geht weiter, und Start und Aufträge zeigen, wie es ausging.',
    openJob: 'Auftrag öffnen',
  };
};
