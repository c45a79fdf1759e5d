import { exact } from '../components/format';
import { type SameMessages } from './same-messages';
import { figure, said, type Params, type Sentences } from './server-message';
import type * as en from './api-sentences.en';

type Code = en.Waiting['code'];

function ahead(params: Params): string {
  const runs = figure(params, 'runsAhead');
  if (runs === 0) return '';
  return runs === 1 ? ' Ein eingereihter Lauf kommt vorher dran.' : ` ${runs} eingereihte Läufe kommen vorher dran.`;
}

/** With what is known of the place: only the storage's answer names a pool and a media type. */
function ofPool({ pool, mediaType }: Params): string {
  return `${pool === undefined ? '' : ' aus dem Pool {pool}'}${mediaType === undefined ? '' : ' (Medienart {mediaType})'}`;
}

const client = 'Sehen Sie nach, ob der Client läuft und vom Director aus zu erreichen ist.';

const storage = 'Sehen Sie nach, ob der Speicher läuft und vom Director aus zu erreichen ist.';

const goesOn = 'Er geht weiter, wenn einer der Läufe vor ihm endet.';

const reasons: Sentences<Code> = {
  start_time: ({ at }) => `Wartet auf seine Startzeit, ${typeof at === 'string' && at !== '' ? exact(at) : '–'}.`,
  client_busy: (params) => `Auf dem Client {client} läuft ein anderer Job.${ahead(params)}`,
  verify_busy: (params) =>
    `Es läuft schon eine andere Prüfung von Sicherungen, und nur eine läuft zugleich.${ahead(params)}`,
  run_slots: (params) => `Es laufen so viele Jobs, wie zugleich laufen dürfen.${ahead(params)}`,
  client: 'Wartet auf seinen Client.',
  storage: 'Wartet auf seinen Speicher.',
  mount: 'Wartet darauf, dass ein Volume eingelegt wird.',
  appendable_volume: 'Wartet auf ein beschreibbares Volume.',
  storage_slots: 'Wartet auf einen freien Platz an seinem Speicher.',
  device: 'Wartet auf ein freies Gerät.',
  same_job: 'Wartet auf einen anderen Lauf desselben Jobs.',
  client_slots: 'Wartet auf einen anderen Lauf seines Clients.',
  director_slots: 'Wartet, weil schon so viele Läufe unterwegs sind, wie erlaubt ist.',
  start_time_due: 'Wartet auf seine Startzeit.',
  priority: 'Wartet auf Läufe mit höherem Vorrang.',
  volume_to_mount: (params) =>
    `Wartet darauf, dass Volume {volume}${ofPool(params)} in Gerät {device} des Speichers {storage} eingelegt wird.`,
  device_unmounted: 'Wartet, weil jemand das Medium aus Gerät {device} des Speichers {storage} ausgeworfen hat.',
  volume_to_write: (params) =>
    `Wartet auf ein beschreibbares Volume${ofPool(params)} für Gerät {device} des Speichers {storage}.`,
  no_progress: ({ file }) => `Kein Fortschritt seit {minutes} Minuten${file === '' ? '' : ', bei {file}'}.`,
};

const steps: Sentences<Code> = {
  start_time: 'Es ist nichts zu tun.',
  client_busy: 'Er beginnt, wenn jener geendet hat.',
  verify_busy: 'Er beginnt, wenn jene geendet hat.',
  run_slots: 'Er beginnt, wenn einer von ihnen geendet hat.',
  client,
  storage,
  mount: 'Legen Sie das Volume ein, das das Protokoll nennt.',
  appendable_volume: 'Legen Sie ein Volume in seinem Pool an, oder geben Sie eines frei.',
  storage_slots: goesOn,
  device: goesOn,
  same_job: goesOn,
  client_slots: goesOn,
  director_slots: goesOn,
  start_time_due: 'Um ihn jetzt zu starten, brechen Sie ihn ab und starten Sie ihn ohne Zeitangabe.',
  priority: goesOn,
  volume_to_mount: 'Legen Sie das Volume ein, oder legen Sie ein anderes in seinem Pool an.',
  device_unmounted: 'Legen Sie dort wieder ein.',
  volume_to_write: ({ pool }) =>
    `Legen Sie an diesem Speicher ein Volume ${pool === undefined ? 'in seinem Pool' : 'im Pool {pool}'} an, oder geben Sie eines frei.`,
  no_progress:
    'Prüfen Sie, ob die Dateisysteme seiner Dateien und seines Speichers antworten. Ein Abbruch macht seinen Client wieder frei.',
};

export const waiting: SameMessages<typeof en.waiting> = {
  reason: ({ code, params, text }) => said(reasons, code, params) ?? text,
  step: ({ code, params, hint }) => said(steps, code, params) ?? hint,
};
