import { parseDocument } from '@interlingua/core'
import { redactAnswer } from './redact-answer.ts'

/** A value of JSON without the channel's credentials in its texts. The same object where there are none in it. */
export function redactValue<Value extends object>(value: Value, secrets: readonly string[]): Value {
  if (secrets.length === 0) return value
  const text = JSON.stringify(value)
  const redacted = redactAnswer(text, secrets)
  return redacted === text ? value : (parseDocument(String(redacted)) as unknown as Value) // the same but for words within its texts
}
