import { parseDocument, type Failure } from '@interlingua/core'
import { redactSecrets } from './redact-secrets.ts'

/** What an upstream says of a failure, without the channel's credentials anywhere in it. */
export function redactFailure(failure: Failure, secrets: readonly string[]): Failure {
  const text = JSON.stringify(failure)
  const redacted = redactSecrets(text, secrets)
  return redacted === text ? failure : (parseDocument(redacted) as unknown as Failure) // the same but for words within its texts
}
