export {
  configuration,
  configurationChange,
  configurationFields,
  firstSteps,
  newBackup,
} from '../features/configuration/messages.en';
