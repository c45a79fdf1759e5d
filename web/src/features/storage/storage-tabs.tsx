import { Tabs } from '../../components/tabs';
import { useMessages } from '../../i18n/messages';
import { storageWords } from './storage.messages';

export function StorageTabs() {
  const words = useMessages(storageWords);
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
