import { Outlet, useMatches } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useDirector } from '../api/directors';
import { usePermissionError } from '../api/disabled-reason';
import { Empty } from '../components/empty';
import { usePreferences } from '../components/preferences';
import { focusTitle, Title } from '../components/title';
import { DirectorZone } from '../components/timezone';
import { useMessages } from '../i18n/messages';
import { AdministrationArea } from './administration-area';
import { ConnectionBand } from './connection-banner';
import { useKeptFocus } from './focus-restore';
import { type PageFacts } from './route-metadata';
import { Rail } from './sidebar';
import { TopLine } from './header';

export function Frame() {
  const { railFolded } = usePreferences();
  const zone = useDirector()?.timezone ?? null;
  useKeptFocus();
  return (
    <DirectorZone value={zone}>
      <div className="frame" data-folded={railFolded || undefined}>
        <TopLine />
        <Rail />
        <main>
          <ConnectionBand />
          <Page />
        </main>
      </div>
    </DirectorZone>
  );
}

function Page() {
  const { pathname = '', params = {}, staticData } = useMatches().at(-1) ?? {};
  const page = staticData?.page;
  if (!page) return <Outlet />;
  const content = (
    <Allowed key={page.title} page={page} pathname={pathname} about={page.about?.(params) ?? ''}>
      <Outlet />
    </Allowed>
  );
  return pathname.startsWith('/administration/') ? <AdministrationArea>{content}</AdministrationArea> : content;
}

interface AllowedProps {
  readonly page: PageFacts;
  readonly pathname: string;
  readonly about: string;
  readonly children: ReactNode;
}

/** A page, or why this caller does not get it. It begins at its heading, for eyes and for screen readers alike. */
function Allowed({ page: { needs, title }, pathname, about, children }: AllowedProps) {
  const titles = useMessages('titles');
  const { product } = useMessages('layout');
  const name = about === '' ? titles[title] : `${titles[title]} ${about}`;
  const why = usePermissionError(...needs);
  // Before the effects of the page itself: one that is not found has a title of its own.
  useLayoutEffect(() => {
    document.title = `${name} · ${product}`;
  }, [name, product]);
  // Not with the title: another language is no other page.
  useEffect(focusTitle, [pathname]);
  if (why === null) return children;
  return (
    <>
      <Title>{name}</Title>
      <Empty>{why}</Empty>
    </>
  );
}
