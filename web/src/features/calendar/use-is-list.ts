import { useMedia } from '../../components/use-media';

/** Where the days are below each other; calendar.css has the same width. */
export const useIsList = (): boolean => useMedia('(max-width: 1080px)');
