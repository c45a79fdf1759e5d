import { type Schemas } from '../api/ask';
import { said, type Sentences } from './said';
import { catalogue } from './words';

type Known = Pick<Schemas['RunDiagnosis'], 'code' | 'cause' | 'nextStep'>;
type Code = Known['code'];

const causes: Sentences<Code> = {
  run_lost: 'Der Katalog hat diesen Lauf nicht mehr, und niemand sah sein Ende.',
  storage_full: 'Der Speicher ist voll.',
  killed: 'Der Director wurde beendet, während der Lauf unterwegs war.',
  checksum_mismatch: 'Was von einem Volume gelesen wurde, ist nicht das, was darauf geschrieben worden war.',
  volume_missing: 'Ein Volume, das der Lauf braucht, ist nicht zur Hand.',
  permission_denied: 'Der Director darf etwas nicht lesen oder schreiben, das er braucht.',
  storage_unavailable: 'Der Ordner des Speichers ist nicht da.',
  client_unreachable: 'Der Client oder sein Speicher war nicht zu erreichen.',
  source_missing: 'Etwas, das das Fileset nennt, gibt es nicht.',
  time_limit: 'Eine Zeitgrenze des Jobs wurde überschritten, darum hat sein Director den Lauf abgebrochen.',
};

const steps: Sentences<Code> = {
  run_lost:
    'Er wurde gelöscht, oder der Katalog wurde durch einen anderen oder älteren ersetzt. Starten Sie den Job noch einmal.',
  storage_full:
    'Schaffen Sie Platz, wo die Volumes liegen, oder lassen Sie den Pool weniger aufbewahren, und starten Sie den Job noch einmal.',
  killed: 'Starten Sie den Job noch einmal.',
  checksum_mismatch:
    'Prüfen Sie die Platte unter dem Speicher, und stellen Sie von einem anderen Wiederherstellungspunkt wieder her.',
  volume_missing: 'Bringen Sie das Volume zurück in seinen Speicher, und starten Sie den Job noch einmal.',
  permission_denied:
    'Geben Sie dem Benutzer des Directors das Recht dazu, oder nehmen Sie diesen Pfad aus dem Fileset.',
  storage_unavailable:
    'Hängen Sie seine Platte ein, oder berichtigen Sie den Ordner in director.yaml; starten Sie dann den Job noch einmal.',
  client_unreachable: 'Sehen Sie nach, ob die Maschine an ist und ihr Sicherungsdienst läuft.',
  source_missing: 'Berichtigen Sie das Fileset, oder bringen Sie zurück, was fehlt.',
  time_limit:
    'Finden Sie heraus, warum der Lauf so lange dauerte oder wartete, oder erhöhen Sie die Zeitgrenze des Jobs.',
};

/** Why a run failed: the API's own words, or the same by its code. */
export const diagnosisWords = catalogue(
  { cause: ({ cause }: Known): string => cause, nextStep: ({ nextStep }: Known): string => nextStep },
  {
    cause: ({ code, cause }) => said(causes, code, {}) ?? cause,
    nextStep: ({ code, nextStep }) => said(steps, code, {}) ?? nextStep,
  },
);
