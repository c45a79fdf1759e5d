import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import './style/base.css';
import './style/frame.css';
import './style/parts.css';
import './style/list.css';

const place = document.getElementById('console');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
