/** True if an object has an enumerable key. */
export function hasKeys(value: object): boolean {
  for (const _ in value) return true
  return false
}
