import type { JsonObject } from '@interlingua/core'

const capital = /[A-Z]/g

/** The name as Google's servers also take it. */
export function snakeName(name: string): string {
  return name.replaceAll(capital, (letter) => `_${letter.toLowerCase()}`)
}

/** Under which of its two spellings `wire` has this name, with a value; `undefined` where it has none. */
export function spelledIn(wire: JsonObject, name: string): string | undefined {
  if (isThere(wire, name)) return name
  const snake = snakeName(name)
  return snake !== name && isThere(wire, snake) ? snake : undefined
}

function isThere(wire: JsonObject, key: string): boolean {
  return wire[key] !== undefined && wire[key] !== null
}
