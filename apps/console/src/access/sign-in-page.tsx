import { useState } from 'preact/hooks'
import { FailureNote } from '../elements/failure-note.tsx'
import { signIn } from './sign-in.ts'

/** Form for people who come without a link. `reason`: why the earlier sign-in ended. */
export function SignInPage({ reason }: { readonly reason: string | undefined }) {
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function send(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn({ key: key.trim() })
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <main class="sign-in">
      <h1>Interlingua</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <label for="key">Sign in with an administrator’s key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="il-…"
          required
          autofocus
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <button type="submit" class="main" disabled={busy}>
          {busy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
      {failure !== undefined ? (
        <FailureNote what="That did not work." error={failure} />
      ) : (
        reason !== undefined && (
          <p class="note" role="status">
            {reason}
          </p>
        )
      )}
      <p class="muted">
        At the machine itself: <code>interlingua console</code> gives a link that signs you in. A new administrator’s key:{' '}
        <code>interlingua key create ops --admin</code>
      </p>
    </main>
  )
}

/** Says why there is no sign-in where the browser keeps nothing for pages. */
export function NoStoragePage() {
  return (
    <main class="sign-in">
      <h1>Interlingua</h1>
      <div class="note bad" role="alert">
        <p>
          <strong>This browser keeps nothing for this page.</strong> The console needs its local storage for one half of the sign-in. Allow
          this address to store data, or leave the private window, and load the page again.
        </p>
      </div>
    </main>
  )
}
