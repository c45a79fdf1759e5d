import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { Frame } from './layout';
import { NothingHere } from './nothing-here';
import { WholePageError } from './page-error';
import { textSearch } from './search';

/** The frame with every page in it. Which Director is looked at goes along from page to page. */
export const root = createRootRoute({
  component: Frame,
  errorComponent: WholePageError,
  notFoundComponent: NothingHere,
  validateSearch: textSearch('director'),
  search: { middlewares: [retainSearchParams(['director'])] },
});
