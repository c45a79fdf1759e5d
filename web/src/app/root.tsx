import { createRootRoute, retainSearchParams, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Frame } from './layout';
import { WholePageError } from './page-error';
import { textSearch } from './search';
import { Empty } from '../components/empty';
import { Title } from '../components/title';
import { useMessages } from '../i18n/messages';

function NothingHere() {
  const messages = useMessages('layout');
  const { nothingHere, product } = messages;
  // The frame takes the title from the route, and this address has none, or one whose parameters are impossible.
  useEffect(() => {
    document.title = `${nothingHere} · ${product}`;
  }, [nothingHere, product]);
  return (
    <>
      <Title>{nothingHere}</Title>
      <Empty>
        {messages.noView} <Link to="/">{messages.home}</Link>
      </Empty>
    </>
  );
}

/** The frame with every page in it. Which Director is looked at goes along from page to page. */
export const root = createRootRoute({
  component: Frame,
  errorComponent: WholePageError,
  notFoundComponent: NothingHere,
  validateSearch: textSearch('director'),
  search: { middlewares: [retainSearchParams(['director'])] },
});
