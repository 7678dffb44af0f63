import { render } from 'preact'
import { LocationProvider } from 'preact-iso/router'
import { useEffect, useState } from 'preact/hooks'
import { followOtherTabs, session } from './access/session.ts'
import { NoStoragePage, SignInPage } from './access/sign-in-page.tsx'
import { startSession, takeLink } from './access/sign-in.ts'
import { Bars } from './elements/answer-view.tsx'
import { FailureNote } from './elements/failure-note.tsx'
import { Frame } from './frame/frame.tsx'

// Before anything else: the secret of a link does not stay in the address.
const firstLink = takeLink()

function Console() {
  const [failure, setFailure] = useState<unknown>()

  function start(link?: string): void {
    setFailure(undefined)
    startSession(link).catch(setFailure)
  }

  useEffect(() => {
    start(firstLink)
    followOtherTabs()
    // A link that is opened in a tab of the console changes only what stands behind the `#`.
    addEventListener('hashchange', () => {
      const link = takeLink()
      if (link !== undefined) start(link)
    })
  }, [])

  const { value } = session
  if (value.state === 'signed-in')
    return (
      <LocationProvider scope="/console">
        <Frame me={value.me} />
      </LocationProvider>
    )
  if (value.state === 'signed-out') return <SignInPage reason={value.reason} />
  if (value.state === 'no-storage') return <NoStoragePage />
  return (
    <main class="sign-in">
      <h1>Interlingua</h1>
      {failure === undefined ? (
        <Bars count={2} label="Signing in" />
      ) : (
        <FailureNote what="The sign-in could not be checked." error={failure} onRetry={() => start()} />
      )}
    </main>
  )
}

const place = document.getElementById('console')
if (place) render(<Console />, place)
