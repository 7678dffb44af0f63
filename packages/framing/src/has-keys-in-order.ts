/** True if an object has exactly these keys, in this order. */
export function hasKeysInOrder(value: object, keys: readonly string[]): boolean {
  let count = 0
  for (const name in value) if (name !== keys[count++]) return false
  return count === keys.length
}
