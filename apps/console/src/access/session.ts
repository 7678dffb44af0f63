import { signal } from '@preact/signals'
import type { Me } from '@interlingua/console/api'

/** Sign-in of this page. */
export type Session =
  | { readonly state: 'starting' }
  /** `reason`: why a sign-in ended, or why it failed. */
  | { readonly state: 'signed-out'; readonly reason?: string }
  | { readonly state: 'signed-in'; readonly me: Me }
  /** The browser keeps nothing for this page, and so no sign-in. */
  | { readonly state: 'no-storage' }

export const session = signal<Session>({ state: 'starting' })

const name = 'interlingua-console-token'

/** Reads the page's half of the sign-in; the browser's is a cookie. The storage belongs to scheme, host and port, as a cookie does not. */
export function readToken(): string | undefined {
  return localStorage.getItem(name) ?? undefined
}

export function keepToken(token: string): void {
  localStorage.setItem(name, token)
}

/** True if the browser keeps what this page stores. */
export function hasStorage(): boolean {
  try {
    localStorage.setItem(`${name}-check`, '1')
    localStorage.removeItem(`${name}-check`)
    return true
  } catch {
    return false
  }
}

/** Forgets the sign-in of this page. `reason`: sentence for the person. */
export function endSession(reason?: string): void {
  localStorage.removeItem(name)
  session.value = { state: 'signed-out', ...(reason !== undefined && { reason }) }
}

/** Follows a sign-out in another tab. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === name && newValue === null && session.peek().state === 'signed-in') endSession('You signed out in another tab.')
  })
}
