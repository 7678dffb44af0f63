import { parseDocument } from '@interlingua/core'
import { strikeAnswer } from './strike-answer.ts'

/** A value of JSON without the channel's credentials in its texts. The same object where there are none in it. */
export function strikeValue<Value extends object>(value: Value, secrets: readonly string[]): Value {
  if (secrets.length === 0) return value
  const text = JSON.stringify(value)
  const struck = strikeAnswer(text, secrets)
  return struck === text ? value : (parseDocument(String(struck)) as unknown as Value) // the same but for words within its texts
}
