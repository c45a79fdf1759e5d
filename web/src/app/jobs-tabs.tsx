import { Tabs } from '../parts/tabs';
import { useWords } from '../words/words';
import { frameWords } from './frame.words';

/** What is configured, what ran of it, and both beside each other. */
export function JobsTabs() {
  const words = useWords(frameWords);
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
