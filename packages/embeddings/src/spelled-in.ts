import type { JsonObject } from '@interlingua/core'

const capital = /[A-Z]/g
/** Cache of names: this package asks for few, and none is a caller's. */
const snakes = new Map<string, string>()

/** Name in snake_case, which Google's servers also take. */
function snakeName(name: string): string {
  let snake = snakes.get(name)
  if (snake === undefined) {
    snake = name.replaceAll(capital, (letter) => `_${letter.toLowerCase()}`)
    snakes.set(name, snake)
  }
  return snake
}

/** Spelling under which `wire` has this name with a value; `undefined` if it has none. */
export function spelledIn(wire: JsonObject, name: string): string | undefined {
  if (isThere(wire, name)) return name
  const snake = snakeName(name)
  return snake !== name && isThere(wire, snake) ? snake : undefined
}

function isThere(wire: JsonObject, key: string): boolean {
  return wire[key] !== undefined && wire[key] !== null
}
