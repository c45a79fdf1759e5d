import { catalogue } from '../words/words';

export const downloadWords = catalogue(
  {
    download: 'Download',
    as: (format: string): string => `Download as ${format}`,
  },
  {
    download: 'Herunterladen',
    as: (format) => `Als ${format} herunterladen`,
  },
);
