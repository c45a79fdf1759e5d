import { type StaticDataRouteOption } from '@tanstack/react-router';
import { type Capability } from '../api/disabled-reason';
import { type Messages } from '../i18n/messages';

/** What the frame has to know of a page before its code is here. */
export interface PageFacts {
  /** Capabilities without which there is nothing to see; all of them. */
  readonly needs: readonly Capability[];
  /** The title of the browser's tab. */
  readonly title: keyof Messages['titles'];
  /** What the page is about, behind its title: from the parameters of its address. */
  readonly about?: (params: Params) => string | undefined;
  /** Of a page whose address names its Director: which one, and where the same is of another; `*` is all of them. */
  readonly ofDirector?: {
    readonly name: (params: Params) => string | undefined;
    readonly other: (director: string) => string;
  };
}

type Params = Readonly<Record<string, string | undefined>>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: PageFacts;
  }
}

export type { StaticDataRouteOption };
