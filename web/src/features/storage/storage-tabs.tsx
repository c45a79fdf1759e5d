import { Tabs } from '../../components/tabs';
import { useMessages } from '../../i18n/messages';

export function StorageTabs() {
  const messages = useMessages('storage');
  return (
    <Tabs
      label={messages.storage}
      tabs={[
        { to: '/storage', text: messages.pools },
        { to: '/storage/volumes', text: messages.volumes },
        { to: '/storage/devices', text: messages.devices },
      ]}
    />
  );
}
