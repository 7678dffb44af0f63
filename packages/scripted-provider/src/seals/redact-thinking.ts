import { deriveId } from '@interlingua/core/adapter'
import { redactedPrefix } from './redacted-prefix.ts'

/** Writes the opaque data of a redacted thinking block, which `isRedacted` recognises, as base64 like the vendor's own. */
export function redactThinking(text: string): string {
  const nonce = deriveId('', 'redacted', text)
  return redactedPrefix + nonce + deriveId('', 'redacted-check', nonce)
}
