import { type CredentialContext, readObject, textOf } from './credential-context.ts'
import type { Renewable } from './create-renewal.ts'

/** Access token of Google. */
export interface GoogleToken extends Renewable {
  readonly text: string
}

export type FetchToken = (context: CredentialContext) => Promise<GoogleToken>

/** Gets the token of another identity provider, for which Google gives one of its own. */
export type FetchSubject = (context: CredentialContext) => Promise<string>

/** Place from which access tokens come. */
export interface TokenSource {
  readonly fetch: FetchToken
  /** Secrets by which tokens are fetched; a source may add those that it gets. */
  readonly secrets: readonly string[]
  /** Project that pays, which the credentials name. Absent: none. */
  readonly quotaProject?: string
}

export const cloudScope = 'https://www.googleapis.com/auth/cloud-platform'

/** Gets a token for a form, in the way of OAuth. */
export async function fetchToken(
  url: string,
  form: Readonly<Record<string, string>>,
  { fetch, now }: CredentialContext,
  headers: Readonly<Record<string, string>> = {},
): Promise<GoogleToken> {
  const answer = await postForm(url, form, fetch, headers)
  return readToken(answer, now)
}

/** Answer of a token server to a form. */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string>>,
  fetch: CredentialContext['fetch'],
  headers: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })
  return readObject(answer, 'the token server of Google')
}

export function readToken(answer: Readonly<Record<string, unknown>>, now: () => number): GoogleToken {
  const seconds = answer['expires_in']
  return {
    text: textOf(answer, 'access_token', 'the answer of the token server'),
    ...(typeof seconds === 'number' && { expiresAt: now() + seconds * 1000 }),
  }
}
