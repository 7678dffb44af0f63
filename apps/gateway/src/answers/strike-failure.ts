import { parseDocument, type Failure } from '@interlingua/core'
import { strikeSecrets } from './strike-secrets.ts'

/** What an upstream says of a failure, without the channel's credentials anywhere in it. */
export function strikeFailure(failure: Failure, secrets: readonly string[]): Failure {
  const text = JSON.stringify(failure)
  const struck = strikeSecrets(text, secrets)
  return struck === text ? failure : (parseDocument(struck) as unknown as Failure) // the same but for words within its texts
}
