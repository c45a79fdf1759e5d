import { Tabs } from '../components/tabs';
import { useMessages } from '../i18n/messages';

/** What is configured, what ran of it, and both beside each other. */
export function JobsTabs() {
  const messages = useMessages('layout');
  return (
    <Tabs
      label={messages.jobs}
      tabs={[
        { to: '/jobs', text: messages.configured },
        { to: '/runs', text: messages.runs },
        { to: '/calendar', text: messages.calendar },
      ]}
    />
  );
}
