import { acceptInvite, administration, connection, layout, signIn, titles } from '../app/messages.de';
import { heatmap } from '../charts/messages.de';
import { commandPalette } from '../command-palette/messages.de';
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
} from '../components/messages.de';
import { dataTable, savedFilters } from '../data-table/messages.de';
import { account } from '../features/account/messages.de';
import { audit } from '../features/audit/messages.de';
import { calendar } from '../features/calendar/messages.de';
import { client, clients } from '../features/clients/messages.de';
import { directorConsole, directors, testStage, wizard } from '../features/directors/messages.de';
import { events } from '../features/events/messages.de';
import { acknowledgeOverdue, jobs } from '../features/jobs/messages.de';
import { monitoring } from '../features/monitoring/messages.de';
import { channelForm, channels, deliveries, notifications } from '../features/notifications/messages.de';
import { overview } from '../features/overview/messages.de';
import { download, relocation, restore, restoreGaps } from '../features/restore/messages.de';
import { roles } from '../features/roles/messages.de';
import { run, runRestore, runs } from '../features/runs/messages.de';
import { statistics } from '../features/statistics/messages.de';
import { bulkActions, devices, pools, storage, volumes } from '../features/storage/messages.de';
import { tokens } from '../features/tokens/messages.de';
import { users } from '../features/users/messages.de';
import { common, deliveryStatus, eventNames } from './messages.de';
import type { messages as english } from './en';
import { type SameMessages } from './same-messages';

/** All texts of the page in German, except those of api-sentences.de.ts. */
export const messages: SameMessages<typeof english> = {
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
