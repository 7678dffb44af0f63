import type { JsonObject } from './json.ts'
import { inputsOf } from './parsed-inputs.ts'

/** Number of inputs that are compared before a text counts as new: dropped calls leave their inputs behind. */
const ahead = 8

/** Returns a lookup of parsed arguments, to be called in the order of the calls; `undefined` for arguments that were not parsed yet. */
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
