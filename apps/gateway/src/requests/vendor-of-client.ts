import { queryOf } from './query-of.ts'

/** Headers, by some of which a client is known where the path does not say which format it speaks. */
export type Signs = Readonly<Record<string, unknown>>

/** Google's versions, and the paths of its cloud. */
const nativePath = /^\/(?:v1(?:beta1?|alpha)\/|v1\/(?:projects|publishers)\/)/

/**
 * Whose client this seems to be: the native path is Google's; else Anthropic's version header comes before Google's key, and a bearer token is
 * OpenAI's unless there is either; a key in a vendor's own place alone is that vendor's client.
 */
export function vendorOfClient(url: string, signs: Signs): 'openai' | 'anthropic' | 'google' {
  if (nativePath.test(url)) return 'google'
  if (signs['anthropic-version'] !== undefined) return 'anthropic'
  if (signs['x-goog-api-key'] !== undefined || signs['x-google-api-key'] !== undefined) return 'google'
  if (signs['authorization'] !== undefined) return 'openai'
  if (signs['x-api-key'] !== undefined || signs['x-anthropic-api-key'] !== undefined) return 'anthropic'
  return queryOf(url).has('key') ? 'google' : 'openai'
}
