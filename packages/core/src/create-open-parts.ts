/** Open parts of a stream by number, in the order in which they were opened. */
export interface OpenParts<T> {
  get(number: number): T | undefined
  set(number: number, value: T): void
  delete(number: number): void
  /** Copies the open parts, so that the caller may change the store while it walks them. */
  values(): readonly T[]
}

/**
 * Keeps one part apart from the others, since nearly always one part is open and ends before the next begins. Emptying a `Map` costs the
 * engine a new table each time, which is more than the rest of a short call needs.
 */
export function createOpenParts<T>(): OpenParts<T> {
  const older = new Map<number, T>()
  let newest = -1
  let value: T | undefined
  return {
    get: (number) => (number === newest && value !== undefined ? value : older.get(number)),
    set(number, given) {
      if (older.has(number)) {
        older.set(number, given)
        return
      }
      if (value !== undefined && number !== newest) older.set(newest, value)
      newest = number
      value = given
    },
    delete(number) {
      if (number === newest) value = undefined
      else if (older.size > 0) older.delete(number)
    },
    values() {
      if (older.size === 0) return value === undefined ? [] : [value]
      return value === undefined ? [...older.values()] : [...older.values(), value]
    },
  }
}
