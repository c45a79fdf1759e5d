import { catalogue } from '../words/words';

export const downloadWords = catalogue(
  {
    download: 'Download',
    as: (format: string): string => `Download ${format}`,
  },
  {
    download: 'Herunterladen',
    as: (format) => `${format} herunterladen`,
  },
);
