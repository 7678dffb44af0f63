import { deriveId } from '@interlingua/core'
import { redactedPrefix } from './redacted-prefix.ts'

/** Whether the data is that of a redacted block of the demo, unedited. */
export function isRedacted(data: string): boolean {
  const nonce = data.slice(redactedPrefix.length, redactedPrefix.length + 24)
  return data === redactedPrefix + nonce + deriveId('', 'redacted-check', nonce)
}
