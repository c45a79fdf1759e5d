import { type Schemas } from '../../api/request';
import { said, type Sentences } from '../../i18n/server-message';
import { defineMessages } from '../../i18n/messages';

type ErrorMessage = Schemas['ChainFaultRecord'];
type VolumeFault = NonNullable<Schemas['PlannedVolumeRecord']['reasonCode']>;

const ofChains: Sentences<ErrorMessage['code']> = {
  no_full:
    'Für diesen Punkt ist keine Vollsicherung mehr da; nur seither geänderte Dateien lassen sich wiederherstellen.',
  records_purged: ({ jobId }) => `Die Dateiliste von Lauf ${jobId} ({level}) wurde aus dem Katalog entfernt.`,
  nothing_read: ({ jobId }) =>
    `Lauf ${jobId} ({level}) hat keine Datei gelesen und endete mit Fehlern oder Warnungen. Zuvor geänderte Dateien können fehlen.`,
  no_volume_known: ({ jobId }) => `Der Katalog nennt kein Volume für Lauf ${jobId}.`,
  volume_unavailable: ({ jobId }) => `Volume „{volume}“, das Lauf ${jobId} braucht, hat den Status {status}.`,
};

const ofVolumes: Sentences<VolumeFault> = {
  not_recorded: 'Der Katalog hat keinen Eintrag mehr zu diesem Volume.',
  faulty: 'Das Volume ist als fehlerhaft vermerkt.',
  released: 'Das Volume wurde für neue Sicherungen freigegeben; was es enthielt, kann überschrieben sein.',
  not_named: 'Der Katalog nennt für einen dieser Läufe kein Volume.',
};

/** What a restore would lack: the API's own words, or the same by its code. */
export const lackWords = defineMessages(
  {
    ofChain: (_fault: ErrorMessage | undefined, reason: string): string => reason,
    ofVolume: (_code: VolumeFault | null, reason: string): string => reason,
  },
  {
    ofChain: (fault, reason) => (fault ? said(ofChains, fault.code, fault.params) : null) ?? reason,
    ofVolume: (code, reason) => (code === null ? null : said(ofVolumes, code, {})) ?? reason,
  },
);
