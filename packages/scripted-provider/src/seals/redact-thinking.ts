import { deriveId } from '@interlingua/core'
import { redactedPrefix } from './redacted-prefix.ts'

/** Opaque data of a redacted thinking block, which `isRedacted` recognises. Base64, as the vendor's own is. */
export function redactThinking(text: string): string {
  const nonce = deriveId('', 'redacted', text)
  return redactedPrefix + nonce + deriveId('', 'redacted-check', nonce)
}
