import { CatchBoundary } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { WholePageError } from './app/page-error';
import { MissingChunk } from './components/missing-chunk';
import './app/base.css';
import './app/layout.css';
import './components/components.css';
import './app/connection.css';
import './data-table/data-table.css';

const place = document.getElementById('console');
if (place) {
  createRoot(place, {
    // That the console is away or was upgraded is no fault of the page.
    onCaughtError: (error) => {
      if (!(error instanceof MissingChunk)) console.error(error);
    },
  }).render(
    <StrictMode>
      <CatchBoundary getResetKey={() => ''} errorComponent={WholePageError}>
        <App />
      </CatchBoundary>
    </StrictMode>,
  );
}
