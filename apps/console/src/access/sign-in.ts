import type { Login, LoginRequest, Me } from '@interlingua/console/api'
import { forgetAll } from '../api/cache.ts'
import { CallFailure } from '../api/call-failure.ts'
import { callApi, sendChange } from '../api/call.ts'
import { endSession, hasStorage, keepToken, readToken, session } from './session.ts'

const linkMark = '#login='

/** Takes the secret of a one-time link out of the address, so that it is in no history and no bookmark. */
export function takeLink(): string | undefined {
  const { hash, pathname, search } = location
  if (!hash.startsWith(linkMark)) return undefined
  history.replaceState(null, '', pathname + search)
  return hash.slice(linkMark.length)
}

/** Finds out who is signed in: by a link, or by the token of an earlier visit. Rejects with a `CallFailure` if the gateway does not answer. */
export async function startSession(link: string | undefined): Promise<void> {
  if (!hasStorage()) {
    session.value = { state: 'no-storage' }
    return
  }
  let reason: string | undefined
  if (link !== undefined)
    try {
      return await signIn({ link })
    } catch (error) {
      if (!(error instanceof CallFailure) || error.facts.code === 'gone') throw error
      reason = error.message
    }
  if (readToken() === undefined) return endSession(reason)
  try {
    const response = await callApi('GET', '/me')
    const me: Me = await response.json()
    session.value = { state: 'signed-in', me }
  } catch (error) {
    if (!(error instanceof CallFailure) || error.facts.status !== 401) throw error
    endSession(reason ?? `Your sign-in has ended. ${error.message}`)
  }
}

/** Signs in. Rejects with a `CallFailure`. */
export async function signIn(credential: LoginRequest): Promise<void> {
  const { token, ...me } = await sendChange<Login>('POST', '/login', credential)
  forgetAll()
  keepToken(token)
  session.value = { state: 'signed-in', me }
}

/** Signs out, also if the gateway cannot be reached: then its half ends by itself. */
export async function signOut(): Promise<void> {
  try {
    await sendChange('POST', '/logout')
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
  }
  endSession()
  forgetAll()
}
