import { CatchBoundary } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { WholePageError } from './app/page-error';
import { MissingChunk } from './components/missing-chunk';
import { loadMessages } from './i18n/messages';
import './app/base.css';
import './app/layout.css';
import './components/components.css';
import './app/connection.css';
import './data-table/data-table.css';

/** In both languages, because none could be loaded. */
function WithoutMessages() {
  return (
    <main role="alert">
      <h1>Backup Console</h1>
      <p lang="en">The texts of this page could not be loaded. Reload the page.</p>
      <p lang="de">Die Texte dieser Seite ließen sich nicht laden. Laden Sie die Seite neu.</p>
    </main>
  );
}

const place = document.getElementById('console');
if (place) {
  const root = createRoot(place, {
    // That the console is away or was upgraded is no fault of the page.
    onCaughtError: (error) => {
      if (!(error instanceof MissingChunk)) console.error(error);
    },
  });
  void loadMessages().then((areLoaded) =>
    root.render(
      areLoaded ? (
        <StrictMode>
          <CatchBoundary getResetKey={() => ''} errorComponent={WholePageError}>
            <App />
          </CatchBoundary>
        </StrictMode>
      ) : (
        <WithoutMessages />
      ),
    ),
  );
}
