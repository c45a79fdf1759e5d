import { catalogue, plural } from '../../i18n/messages';

export const downloadWords = catalogue(
  {
    download: 'Download',
    as: (format: string): string => `Download ${format}`,
    preparing: 'A client restores the files for the download.',
    restored: (files: number, size: string): string => `${plural('en', files, 'file', 'files')}, ${size}`,
    run: (jobId: string): string => `Restore ${jobId}`,
    stay: 'Keep this page open: the download begins when the restore has ended.',
  },
  {
    download: 'Herunterladen',
    as: (format) => `${format} herunterladen`,
    preparing: 'Ein Client stellt die Dateien für den Download wieder her.',
    restored: (files, size) => `${plural('de', files, 'Datei', 'Dateien')}, ${size}`,
    run: (jobId) => `Restore ${jobId}`,
    stay: 'Lassen Sie diese Seite offen: Der Download beginnt, wenn der Restore zu Ende ist.',
  },
);
