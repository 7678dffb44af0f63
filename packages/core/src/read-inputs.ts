import type { JsonObject } from './json.ts'
import { inputsOf } from './parsed-inputs.ts'

/** What is looked at before a text is taken for a new one: calls that were dropped leave their inputs behind. */
const ahead = 8

/** The objects that the calls in `turns` are, asked for in the order of the calls; `undefined` for what was not parsed yet. */
export function readInputs(turns: object): (text: string) => JsonObject | undefined {
  const inputs = inputsOf(turns)
  if (inputs === undefined) return () => undefined
  let next = 0
  return (text) => {
    const last = Math.min(inputs.length, next + ahead)
    for (let i = next; i < last; i++) {
      const input = inputs[i]
      if (input === undefined || input.text !== text) continue
      next = i + 1
      return input.value
    }
    return undefined
  }
}
