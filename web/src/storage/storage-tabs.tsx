import { Tabs } from '../parts/tabs';
import { useWords } from '../words/words';
import { storageWords } from './storage.words';

export function StorageTabs() {
  const words = useWords(storageWords);
  return (
    <Tabs
      label={words.storage}
      tabs={[
        { to: '/storage', text: words.pools },
        { to: '/storage/volumes', text: words.volumes },
        { to: '/storage/devices', text: words.devices },
      ]}
    />
  );
}
