import { catalogue } from '../words/words';

export const undoWords = catalogue({ undo: 'Undo' }, { undo: 'Rückgängig' });
