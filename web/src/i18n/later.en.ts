export { apiReference } from '../features/api-reference/messages.en';
export {
  configuration,
  configurationChange,
  configurationFields,
  firstSteps,
  newBackup,
} from '../features/configuration/messages.en';
