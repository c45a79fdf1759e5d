import { acceptInvite, administration, connection, layout, signIn, titles } from '../app/messages.en';
import { heatmap } from '../charts/messages.en';
import { commandPalette } from '../command-palette/messages.en';
import {
  acknowledgement,
  clientStatus,
  combobox,
  copyOnce,
  expiry,
  newPassword,
  oneDirector,
  protection,
  purge,
  schedule,
  secret,
  sectionError,
  startRun,
  undo,
} from '../components/messages.en';
import { dataTable, savedFilters } from '../data-table/messages.en';
import { account } from '../features/account/messages.en';
import { audit } from '../features/audit/messages.en';
import { calendar } from '../features/calendar/messages.en';
import { client, clients } from '../features/clients/messages.en';
import { directorConsole, directors, testStage, wizard } from '../features/directors/messages.en';
import { events } from '../features/events/messages.en';
import { acknowledgeOverdue, jobs } from '../features/jobs/messages.en';
import { monitoring } from '../features/monitoring/messages.en';
import { channelForm, channels, deliveries, notifications } from '../features/notifications/messages.en';
import { overview } from '../features/overview/messages.en';
import { download, relocation, restore, restoreGaps } from '../features/restore/messages.en';
import { roles } from '../features/roles/messages.en';
import { run, runRestore, runs } from '../features/runs/messages.en';
import { statistics } from '../features/statistics/messages.en';
import { bulkActions, devices, pools, storage, volumes } from '../features/storage/messages.en';
import { tokens } from '../features/tokens/messages.en';
import { users } from '../features/users/messages.en';
import { common, deliveryStatus, eventNames } from './messages.en';

/** All texts of the page in English, except those of api-sentences.en.ts; the other languages have the same names. */
export const messages = {
  acceptInvite,
  account,
  acknowledgeOverdue,
  acknowledgement,
  administration,
  audit,
  bulkActions,
  calendar,
  channelForm,
  channels,
  client,
  clientStatus,
  clients,
  combobox,
  commandPalette,
  common,
  connection,
  copyOnce,
  dataTable,
  deliveries,
  deliveryStatus,
  devices,
  directorConsole,
  directors,
  download,
  eventNames,
  events,
  expiry,
  heatmap,
  jobs,
  layout,
  monitoring,
  newPassword,
  notifications,
  oneDirector,
  overview,
  pools,
  protection,
  purge,
  relocation,
  restore,
  restoreGaps,
  roles,
  run,
  runRestore,
  runs,
  savedFilters,
  schedule,
  secret,
  sectionError,
  signIn,
  startRun,
  statistics,
  storage,
  testStage,
  titles,
  tokens,
  undo,
  users,
  volumes,
  wizard,
};
