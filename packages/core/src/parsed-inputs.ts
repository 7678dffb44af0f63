import type { JsonObject } from './json.ts'

/** The arguments of a call beside the object that they are. */
export interface ParsedInput {
  readonly text: string
  readonly value: JsonObject
}

const key = Symbol('parsed inputs')

/**
 * Remembers, with a list of turns that is being made, what decoding or lowering has parsed of the calls in it, in their order, so that nobody parses
 * it again, in whatever format. A cache and nothing else: a call that is not in it is parsed, and a copy of the list has none of it.
 */
export function keepInputs(turns: object, inputs: readonly ParsedInput[]): void {
  // Unseen by whoever compares, copies or prints the turns. An entry of a `WeakMap` for each conversation cost the collector a tenth of a long
  // request. Turns that their owner has frozen stay as they are.
  if (Object.isExtensible(turns)) Object.defineProperty(turns, key, { value: inputs, writable: true, configurable: true })
}

/** What was remembered with these turns. */
export function inputsOf(turns: object): readonly ParsedInput[] | undefined {
  return (turns as { readonly [key]?: readonly ParsedInput[] })[key] // only keepInputs knows the symbol
}
