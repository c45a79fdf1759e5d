import { Tabs } from '../components/tabs';
import { useMessages } from '../i18n/messages';
import { frameWords } from './app.messages';

/** What is configured, what ran of it, and both beside each other. */
export function JobsTabs() {
  const words = useMessages(frameWords);
  return (
    <Tabs
      label={words.jobs}
      tabs={[
        { to: '/jobs', text: words.configured },
        { to: '/runs', text: words.runs },
        { to: '/calendar', text: words.calendar },
      ]}
    />
  );
}
