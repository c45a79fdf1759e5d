import { defineMessages, plural } from '../../i18n/messages';

export const forgetWords = defineMessages(
  {
    title: {
      prune: (volume: string) => `Prune ${volume}`,
      purge: (volume: string) => `Purge ${volume}`,
      delete: (volume: string) => `Delete ${volume}`,
      truncate: (volume: string) => `Truncate ${volume}`,
      deleteRun: (jobId: string) => `Delete run ${jobId}`,
    },
    about: {
      prune:
        'Pruning deletes the catalog records of the runs on this volume whose retention has expired. They can no longer be restored.',
      purge:
        'Purging deletes the catalog records of all runs on this volume regardless of retention. They can no longer be restored.',
      delete:
        'Deleting removes the volume and the records of all runs on it from the catalog. They can no longer be restored. On Bacula and Bareos the file or tape itself remains; the embedded Director deletes its file.',
      truncate:
        'Truncating frees the bytes of the volume at its storage. The volume must be purged. This cannot be undone.',
      deleteRun:
        'Deleting removes the catalog records of this run. It can no longer be restored. Its data stays on the volumes until they are recycled.',
    },
    nothing: {
      prune: 'Nothing to prune: no retention has expired, or a retained chain still needs the runs.',
      purge: 'No runs on this volume: nothing would be lost.',
      delete: 'No runs on this volume: no backup would be lost.',
      truncate: 'No runs on this volume: no backup would be lost.',
      deleteRun: 'No records of this run: nothing would be lost.',
    },
    lost: 'What will be lost',
    runs: 'Runs',
    points: 'Restore points lost',
    broken: 'Restore points broken',
    pointsShort: 'Points lost',
    brokenShort: 'Points broken',
    brokenAre: (count: number) =>
      count === 1
        ? 'The broken restore point is a later Incremental or Differential that depends on a deleted run. It stays in the list, but can no longer be restored completely.'
        : 'Broken restore points are later Incrementals and Differentials that depend on a deleted run. They stay in the list, but can no longer be restored completely.',
    exactBytes: (exact: string) => `${exact} bytes`,
    files: 'Files',
    bytes: 'Backed-up bytes',
    elsewhere: (count: number) =>
      `${plural('en', count, 'run has', 'runs have')} data on other volumes too; that is lost as well.`,
    copied: (count: number) =>
      `${plural('en', count, 'run loses', 'runs lose')} nothing: a copy on another volume takes its place.`,
    byClient: 'By client',
    client: 'Client',
    fileset: 'Fileset',
    newest: 'Newest affected',
    fulls: 'Fulls',
    lastFull: 'loses its last Full',
    keeps: (fulls: number) => `${plural('en', fulls, 'Full', 'Fulls')} left`,
    noFull: 'none, as before',
    firstOf: (shown: string, total: string) =>
      `The first ${shown} of ${total}; those that lose their last Full are listed first.`,
    onlyCopy: (count: number) =>
      `This removes the last Full backup of ${plural('en', count, 'fileset', 'filesets')}. Run a new Full first, or confirm.`,
    force: (count: number) =>
      count === 1 ? 'Delete this last Full anyway' : `Delete all ${count} of these last Fulls anyway`,
    type: (volume: string) => `Type ${volume} to confirm`,
    deed: {
      prune: 'Prune volume',
      purge: 'Purge volume',
      delete: 'Delete volume',
      truncate: 'Truncate volume',
      deleteRun: 'Delete run',
    },
    keep: 'Cancel',
    done: {
      prune: (volume: string, runs: number, status: string) =>
        `${volume} pruned: ${plural('en', runs, 'run', 'runs')} deleted. Status: ${status}.`,
      purge: (volume: string, runs: number, status: string) =>
        `${volume} purged: ${plural('en', runs, 'run', 'runs')} deleted. Status: ${status}.`,
      delete: (volume: string, runs: number) =>
        `${volume} deleted from the catalog, with ${plural('en', runs, 'run', 'runs')}.`,
      truncate: (volume: string) => `${volume} truncated.`,
      deleteRun: (jobId: string) => `Run ${jobId} deleted from the catalog. It stays in this history.`,
    },
    left: (runs: number) =>
      `${plural('en', runs, 'run', 'runs')} that should have been deleted still ${runs === 1 ? 'exists' : 'exist'}. Read the Director's reply.`,
    said: "The Director's reply:",
  },
  {
    title: {
      prune: (volume) => `${volume} ausdünnen (Prune)`,
      purge: (volume) => `${volume} leeren (Purge)`,
      delete: (volume) => `${volume} löschen`,
      truncate: (volume) => `${volume} kürzen (Truncate)`,
      deleteRun: (jobId) => `Lauf ${jobId} löschen`,
    },
    about: {
      prune:
        'Ausdünnen vergisst die Läufe auf dem Volume, deren Aufbewahrung vorbei ist. Was vergessen ist, lässt sich nicht mehr wiederherstellen.',
      purge:
        'Leeren vergisst alle Läufe auf dem Volume, gleich wie lange sie aufzubewahren wären. Was vergessen ist, lässt sich nicht mehr wiederherstellen.',
      delete:
        'Löschen entfernt das Volume und alle Läufe darauf aus dem Katalog. Sie lassen sich nicht mehr wiederherstellen. Bei Bacula und Bareos bleibt die Datei oder das Band selbst; der eingebettete Director löscht seine Datei.',
      truncate:
        'Kürzen gibt die Bytes des Volumes in seinem Speicher frei. Das Volume muss geleert sein. Das lässt sich nicht rückgängig machen.',
      deleteRun:
        'Löschen entfernt diesen Lauf aus dem Katalog. Er lässt sich nicht mehr wiederherstellen. Seine Daten bleiben auf den Volumes, bis diese neu beschrieben werden.',
    },
    nothing: {
      prune: 'Kein Lauf würde vergessen: Keine Aufbewahrung ist vorbei, oder eine aufbewahrte Kette braucht ihn noch.',
      purge: 'Kein Lauf liegt darauf: Nichts ginge verloren.',
      delete: 'Kein Lauf liegt darauf: Keine Sicherung ginge verloren.',
      truncate: 'Kein Lauf liegt darauf: Keine Sicherung ginge verloren.',
      deleteRun: 'Der Katalog hat nichts von diesem Lauf: Nichts ginge verloren.',
    },
    lost: 'Was verloren ginge',
    runs: 'Läufe',
    points: 'Verlorene Wiederherstellungspunkte',
    broken: 'Beschädigte Wiederherstellungspunkte',
    pointsShort: 'Punkte verloren',
    brokenShort: 'Punkte beschädigt',
    brokenAre: (count) =>
      count === 1
        ? 'Der beschädigte Wiederherstellungspunkt ist ein späteres Incremental oder Differential, das auf einem gelöschten Lauf aufbaut. Er bleibt in der Liste, bringt aber nicht mehr alles zurück.'
        : 'Beschädigte Wiederherstellungspunkte sind spätere Incrementals und Differentials, die auf einem gelöschten Lauf aufbauen. Sie bleiben in der Liste, bringen aber nicht mehr alles zurück.',
    exactBytes: (exact) => `${exact} Bytes`,
    files: 'Dateien',
    bytes: 'Gesicherte Bytes',
    elsewhere: (count) =>
      plural(
        'de',
        count,
        'Lauf hat auch Daten auf anderen Volumes; sie gehen mit.',
        'Läufe haben auch Daten auf anderen Volumes; sie gehen mit.',
      ),
    copied: (count) =>
      plural(
        'de',
        count,
        'Lauf verliert nichts: Eine Kopie auf einem anderen Volume tritt an seine Stelle.',
        'Läufe verlieren nichts: Kopien auf anderen Volumes treten an ihre Stelle.',
      ),
    byClient: 'Nach Clients',
    client: 'Client',
    fileset: 'Fileset',
    newest: 'Neuester, der geht',
    fulls: 'Fulls danach',
    lastFull: 'verliert das letzte Full',
    keeps: (fulls) => `${plural('de', fulls, 'Full', 'Fulls')} übrig`,
    noFull: 'keines, wie bisher',
    firstOf: (shown, total) => `Die ersten ${shown} von ${total}; wer das letzte Full verliert, steht vorn.`,
    onlyCopy: (count) =>
      `${plural('de', count, 'Paar aus Client und Fileset verliert sein', 'Paare aus Client und Fileset verlieren ihr')} letztes Full: Nichts davon lässt sich mehr als Ganzes zurückholen. Machen Sie zuerst ein neues Full, oder sagen Sie, dass es gehen darf.`,
    force: (count) => (count === 1 ? 'Das letzte Full darf gehen' : `Diese ${count} letzten Fulls dürfen gehen`),
    type: (volume) => `Zur Bestätigung ${volume} eintippen`,
    deed: {
      prune: 'Volume ausdünnen',
      purge: 'Volume leeren',
      delete: 'Volume löschen',
      truncate: 'Volume kürzen',
      deleteRun: 'Lauf löschen',
    },
    keep: 'So lassen',
    done: {
      prune: (volume, runs, status) =>
        `${volume} ist ausgedünnt: ${plural('de', runs, 'Lauf ist', 'Läufe sind')} vergessen. Sein Status ist ${status}.`,
      purge: (volume, runs, status) =>
        `${volume} ist geleert: ${plural('de', runs, 'Lauf ist', 'Läufe sind')} vergessen. Sein Status ist ${status}.`,
      delete: (volume, runs) => `${volume} ist aus dem Katalog gelöscht, mit ${plural('de', runs, 'Lauf', 'Läufen')}.`,
      truncate: (volume) => `${volume} ist gekürzt.`,
      deleteRun: (jobId) => `Lauf ${jobId} ist aus dem Katalog gelöscht. In dieser Geschichte bleibt er stehen.`,
    },
    left: (runs) =>
      `${plural('de', runs, 'Lauf, der gehen sollte, ist', 'Läufe, die gehen sollten, sind')} noch da: Lesen Sie, was der Director sagte.`,
    said: 'Der Director sagte:',
  },
);
