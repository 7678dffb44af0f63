import { finderOf } from './finder-of.ts'

/**
 * What an upstream says, without the channel's credentials in it: some quote the key that they refuse. Found in every spelling that JSON
 * allows, once or twice escaped, percent-encoded, and in base64. A text of JSON stays one.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0 || text === '') return text
  return text.replace(finderOf(secrets).pattern, '[key]')
}
