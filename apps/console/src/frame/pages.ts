import type { Role } from '@interlingua/console/api'
import type { ComponentType } from 'preact'
import { HomePage } from '../pages/home/home-page.tsx'
import { lazyPage } from './lazy-page.tsx'

export interface ConsolePage {
  /** Path as the router reads it: `/console/requests/:id?`. */
  readonly route: string
  /** Path of the link in the bar. */
  readonly path: string
  readonly title: string
  /** Noun before the id in the heading of a page of one thing. */
  readonly noun?: string
  /** Key that follows `g`. */
  readonly letter: string
  readonly roles: readonly Role[]
  readonly Page: ComponentType
  /** Number beside the name in the bar: running requests, channels that are left alone. */
  readonly badge?: 'running' | 'channels'
}

const watchers: readonly Role[] = ['operator', 'viewer']

/** Pages in the order of the bar. One that is not built yet is not in it. */
export const pages: readonly ConsolePage[] = [
  { route: '/console', path: '/console', title: 'Home', letter: 'h', roles: watchers, Page: HomePage },
  {
    route: '/console/setup',
    path: '/console/setup',
    title: 'Set up an agent',
    letter: 's',
    roles: ['operator', 'viewer', 'user'],
    Page: lazyPage(async () => (await import('../pages/setup/setup-page.tsx')).SetupPage),
  },
  {
    route: '/console/translate',
    path: '/console/translate',
    title: 'Translate',
    letter: 't',
    roles: ['operator', 'viewer', 'user'],
    Page: lazyPage(async () => (await import('../pages/translate/translate-page.tsx')).TranslatePage),
  },
  {
    route: '/console/requests/:id?',
    path: '/console/requests',
    title: 'Requests',
    noun: 'Request',
    letter: 'r',
    roles: ['operator', 'viewer', 'user'],
    Page: lazyPage(async () => (await import('../pages/requests/requests-route.tsx')).RequestsRoute),
    badge: 'running',
  },
  {
    route: '/console/usage',
    path: '/console/usage',
    title: 'Usage',
    letter: 'u',
    roles: ['operator', 'viewer', 'user'],
    Page: lazyPage(async () => (await import('../pages/usage/usage-page.tsx')).UsagePage),
  },
  {
    route: '/console/keys',
    path: '/console/keys',
    title: 'Keys',
    letter: 'k',
    roles: watchers,
    Page: lazyPage(async () => (await import('../pages/keys/keys-page.tsx')).KeysPage),
  },
  {
    route: '/console/channels',
    path: '/console/channels',
    title: 'Channels',
    letter: 'c',
    roles: watchers,
    Page: lazyPage(async () => (await import('../pages/channels/channels-page.tsx')).ChannelsPage),
    badge: 'channels',
  },
  {
    route: '/console/notices',
    path: '/console/notices',
    title: 'Notices',
    letter: 'n',
    roles: watchers,
    Page: lazyPage(async () => (await import('../pages/notices/notices-page.tsx')).NoticesPage),
  },
  {
    route: '/console/settings',
    path: '/console/settings',
    title: 'Settings',
    letter: ',',
    roles: watchers,
    Page: lazyPage(async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage),
  },
]

/** First page that a role sees. */
export function firstPage(role: Role): string {
  return pages.find(({ roles }) => roles.includes(role))?.path ?? '/console'
}

/** Page of an address; undefined if there is none. */
export function pageAt(path: string): ConsolePage | undefined {
  return pages.find((page) => path === page.path || (page.route !== page.path && path.startsWith(`${page.path}/`)))
}
