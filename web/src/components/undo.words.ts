import { catalogue } from '../i18n/messages';

export const undoWords = catalogue({ undo: 'Undo' }, { undo: 'Rückgängig' });
