import { isJsonObject, type Json } from '@interlingua/core'
import { hasKeysInOrder, printString } from '@interlingua/framing'

const choiceKeys = ['index', 'delta', 'finish_reason'] as const
const callKeys = ['index', 'function'] as const
const argumentKeys = ['arguments'] as const
const textKeys: ReadonlySet<string> = new Set(['content', 'reasoning_content', 'reasoning', 'refusal'])

/**
 * Prints the choices of a chunk as `JSON.stringify` does. Nearly all chunks of a stream say one string in one place: around it the text is
 * known, which saves two thirds of the time.
 */
export function printChoices(choices: Json): string {
  if (Array.isArray(choices) && choices.length === 1) {
    const printed = printPlain(choices[0])
    if (printed !== undefined) return `[${printed}]`
  }
  return JSON.stringify(choices)
}

/** `undefined` for a choice that says anything else than one string. */
function printPlain(choice: Json | undefined): string | undefined {
  if (!isJsonObject(choice) || !hasKeysInOrder(choice, choiceKeys)) return undefined
  const { index, delta } = choice
  if (!isCount(index) || choice['finish_reason'] !== null || !isJsonObject(delta)) return undefined
  let only: string | undefined
  for (const key in delta) {
    if (only !== undefined) return undefined
    only = key
  }
  if (only === undefined) return undefined
  const said = delta[only]
  const value = typeof said === 'string' && textKeys.has(only) ? printString(said) : only === 'tool_calls' ? printFragment(said) : undefined
  return value === undefined ? undefined : `{"index":${index},"delta":{"${only}":${value}},"finish_reason":null}`
}

/** `[{index, function: {arguments}}]`: a piece of the arguments of one call. */
function printFragment(calls: Json | undefined): string | undefined {
  if (!Array.isArray(calls) || calls.length !== 1) return undefined
  const call: Json | undefined = calls[0]
  if (!isJsonObject(call) || !hasKeysInOrder(call, callKeys) || !isCount(call['index'])) return undefined
  const body = call['function']
  if (!isJsonObject(body) || !hasKeysInOrder(body, argumentKeys) || typeof body['arguments'] !== 'string') return undefined
  return `[{"index":${call['index']},"function":{"arguments":${printString(body['arguments'])}}}]`
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && !Object.is(value, -0)
}
