import { deriveId } from '@interlingua/core'

const prefix = 'DEMOREDACTED'

/** Opaque data of a redacted thinking block, which `isRedacted` recognises. Base64, as the vendor's own is. */
export function redactThinking(text: string): string {
  const nonce = deriveId('', 'redacted', text)
  return prefix + nonce + deriveId('', 'redacted-check', nonce)
}

/** Whether the data is a redacted block of the demo, unedited. */
export function isRedacted(data: string): boolean {
  const nonce = data.slice(prefix.length, prefix.length + 24)
  return data === prefix + nonce + deriveId('', 'redacted-check', nonce)
}
