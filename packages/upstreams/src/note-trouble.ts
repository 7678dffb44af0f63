import type { Failure, FailureCode } from '@interlingua/core'
import type { Channel } from './channels/channel.ts'
import { redactSecrets } from './redact/redact.ts'

/** Codes of failures of the upstream itself: others speak of one caller's request, and may quote it. */
const ofUpstream: ReadonlySet<FailureCode> = new Set([
  'authentication',
  'billing',
  'permission',
  'rate-limit',
  'overloaded',
  'server',
  'timeout',
  'truncated-stream',
  'malformed-upstream',
])

const mostCharacters = 500

/** Notes a failure of a channel's upstream for operators, without credentials; `status`: that of the answer, if there was one. */
export function noteTrouble({ circuit, secrets }: Channel, { code, message }: Pick<Failure, 'code' | 'message'>, status?: number): void {
  if (!ofUpstream.has(code)) return
  // Cut last, since a part of a credential would not be found.
  const words = redactSecrets(message, secrets)
  const text = words.length > mostCharacters ? `${words.slice(0, mostCharacters)}…` : words
  circuit.noteTrouble({ at: Date.now(), message: text, ...(status !== undefined && { status }) })
}
