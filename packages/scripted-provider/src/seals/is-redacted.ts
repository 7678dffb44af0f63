import { deriveId } from '@interlingua/core/adapter'
import { redactedPrefix } from './redacted-prefix.ts'

/** True for the unedited data of a redacted block of the demo. */
export function isRedacted(data: string): boolean {
  const nonce = data.slice(redactedPrefix.length, redactedPrefix.length + 24)
  return data === redactedPrefix + nonce + deriveId('', 'redacted-check', nonce)
}
