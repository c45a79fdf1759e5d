import { catalogue } from '../i18n/messages';

export const untilWords = catalogue(
  {
    until: 'Until',
    untils: {
      none: 'no end',
      day: 'in a day',
      days: 'in 3 days',
      week: 'in a week',
      month: 'in 30 days',
      date: 'a date…',
    },
    date: 'Date, in the time zone of this browser',
  },
  {
    until: 'Bis',
    untils: {
      none: 'ohne Ende',
      day: 'in einem Tag',
      days: 'in 3 Tagen',
      week: 'in einer Woche',
      month: 'in 30 Tagen',
      date: 'zu einem Datum…',
    },
    date: 'Datum, in der Zeit dieses Browsers',
  },
);
