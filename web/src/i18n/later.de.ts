export { apiReference } from '../features/api-reference/messages.de';
export {
  configuration,
  configurationChange,
  configurationFields,
  firstSteps,
  newBackup,
} from '../features/configuration/messages.de';
