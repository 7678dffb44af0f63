import type { JsonObject } from '@interlingua/core'

const capital = /[A-Z]/g
/** The names that this package asks for: a few, and none of them a caller's. */
const snakes = new Map<string, string>()

/** The name as Google's servers also take it. */
function snakeName(name: string): string {
  let snake = snakes.get(name)
  if (snake === undefined) {
    snake = name.replaceAll(capital, (letter) => `_${letter.toLowerCase()}`)
    snakes.set(name, snake)
  }
  return snake
}

/** Under which of its two spellings `wire` has this name of the format, with a value; `undefined` where it has none. */
export function spelledIn(wire: JsonObject, name: string): string | undefined {
  if (isThere(wire, name)) return name
  const snake = snakeName(name)
  return snake !== name && isThere(wire, snake) ? snake : undefined
}

function isThere(wire: JsonObject, key: string): boolean {
  return wire[key] !== undefined && wire[key] !== null
}
