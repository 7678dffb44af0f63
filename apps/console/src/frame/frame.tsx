import type { Me, Overview } from '@interlingua/console/api'
import { Route, Router, useLocation } from 'preact-iso/router'
import { useCallback, useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks'
import { signOut } from '../access/sign-in.ts'
import { useCached } from '../api/cache.ts'
import { FailureNote } from '../elements/failure-note.tsx'
import { cutText } from '../format/visible-text.ts'
import { ShownText } from '../elements/shown-text.tsx'
import { overview, running, sampled, startLive, stopLive, takeOverview } from '../live/live.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { type ConsolePage, firstPage, pageAt, pages } from './pages.ts'
import { ShortcutList } from './shortcut-list.tsx'
import { useShortcuts } from './shortcuts.ts'
import { StatusLine } from './status-line.tsx'

/** Frame around each page: bar of pages, heading, line at the bottom. */
export function Frame({ me }: { readonly me: Me }) {
  const { path, route } = useLocation()
  const [keysShown, setKeysShown] = useState(false)
  const page = pageAt(path)
  const go = useCallback((target: string) => route(target), [route])
  const showKeys = useCallback(() => setKeysShown(true), [])
  useShortcuts({ go, showKeys })
  const watches = me.role !== 'user'
  useEffect(() => {
    if (watches) startLive()
    return stopLive
  }, [watches])
  const id = page?.noun !== undefined && path !== page.path ? readSegment(path.slice(page.path.length + 1)) : undefined
  const title = page === undefined ? 'Not found' : id === undefined ? page.title : `${page.noun} ${id}`
  const heading = useHeading(title, path)
  // A person who may not see Home comes to a page that is theirs.
  useEffect(() => {
    if (path === '/console' && page && !page.roles.includes(me.role)) route(firstPage(me.role), true)
  }, [path])

  return (
    <div class="frame">
      <a class="skip" href="#content">
        Skip to the page
      </a>
      <header class="bar">
        <span class="brand">Interlingua</span>
        <nav aria-label="Pages">
          <ul>
            {pages
              .filter(({ roles }) => roles.includes(me.role))
              .map((entry) => (
                <li key={entry.path}>
                  <a href={entry.path} aria-current={entry === page ? 'page' : undefined} title={`g ${entry.letter}`}>
                    {entry.title}
                    <Badge page={entry} />
                  </a>
                </li>
              ))}
          </ul>
        </nav>
        <div class="person">
          <span title={me.role}>
            <ShownText text={me.keyId === undefined ? 'one-time link' : me.name} most={24} />
          </span>
          <button type="button" class="plain" aria-label="Show the keys of this page" onClick={showKeys}>
            ?
          </button>
          <button type="button" class="plain" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <ConnectionBar />
        {watches && <OverviewReader />}
        <h1 ref={heading} tabIndex={-1}>
          <ShownText text={title} />
        </h1>
        {page && !page.roles.includes(me.role) ? <NotAllowed /> : <Content key={path} />}
      </main>
      <StatusLine />
      {keysShown && <ShortcutList onClose={() => setKeysShown(false)} />}
    </div>
  )
}

/** Names the tab, and puts the focus on the heading of a page that was reached by a link, so that it is read out. */
function useHeading(title: string, path: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    document.title = `${cutText(title, 80).shown} · Interlingua`
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [path])
  return heading
}

function readSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function Content() {
  const [error, reset] = useErrorBoundary()
  if (error !== undefined) return <FailureNote what="This page failed." error={error} onRetry={reset} />
  return (
    <Router>
      {[
        ...pages.map(({ route, Page }) => <Route key={route} path={route} component={Page} />),
        <Route key="default" default component={NotFound} />,
      ]}
    </Router>
  )
}

/** Keeps the overview that the bar and the line at the bottom show: read once, and then by events. */
function OverviewReader() {
  const { answer } = useCached<Overview>('/overview')
  useEffect(() => {
    if (answer) takeOverview(answer)
  }, [answer])
  return null
}

function Badge({ page }: { readonly page: ConsolePage }) {
  const channels = overview.value?.channels.filter(({ state }) => state !== 'closed').length ?? 0
  if (page.badge === 'channels' && channels > 0)
    return (
      <span class="badge warn">
        <span aria-hidden="true">▲{channels}</span>
        <span class="hidden">{channels === 1 ? ' 1 channel is' : ` ${channels} channels are`} not healthy</span>
      </span>
    )
  const count = running.value.size
  if (page.badge === 'running' && count > 0)
    return (
      <span class="badge">
        <span aria-hidden="true">
          ●{count}
          {sampled.value && '+'}
        </span>
        <span class="hidden"> {count} running now</span>
      </span>
    )
  return null
}

function NotFound() {
  return (
    <div class="empty">
      <p>There is no such page.</p>
      <a href="/console">Home</a>
    </div>
  )
}

function NotAllowed() {
  return (
    <div class="note" role="status">
      <p>
        <strong>This sign-in does not see this page.</strong> It needs an administrator’s key:{' '}
        <code>interlingua key create ops --admin</code>
      </p>
    </div>
  )
}
