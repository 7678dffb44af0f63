import type { JsonObject } from './json.ts'

/** Arguments of a call as text, with the object that they are. */
export interface ParsedInput {
  readonly text: string
  readonly value: JsonObject
}

const key = Symbol('parsed inputs')

/**
 * Attaches the parsed arguments of calls, in their order, to a list of turns that is being made, so that no later step parses them again.
 * Only a cache: calls that it lacks are parsed, and a copy of the list has none of it.
 */
export function keepInputs(turns: object, inputs: readonly ParsedInput[]): void {
  // Not enumerable, so that comparing, copying or printing the turns does not see it; a `WeakMap` entry for each conversation cost the
  // collector a tenth of a long request. Turns that their owner has frozen stay as they are.
  if (Object.isExtensible(turns)) Object.defineProperty(turns, key, { value: inputs, writable: true, configurable: true })
}

/** Inputs that `keepInputs` attached to these turns; `undefined` if none. */
export function inputsOf(turns: object): readonly ParsedInput[] | undefined {
  return (turns as { readonly [key]?: readonly ParsedInput[] })[key] // only keepInputs knows the symbol
}

/** Attaches the parsed arguments of one list of turns to another that was made of it. */
export function passInputs(from: object, to: object): void {
  const inputs = from === to ? undefined : inputsOf(from)
  if (inputs !== undefined) keepInputs(to, inputs)
}
