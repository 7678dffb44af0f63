import { isJsonObject, LimitError, pointer, WireError, type Context, type Format, type Json, type Pointer } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { isFloatBase64 } from './vector/float-base64.ts'

/** Largest number of numbers in a vector, far more than any model gives. */
const mostNumbers = 65_536

/** Place of the vectors in a response: the key of the list, and the keys that lead from an item to its vector. */
export interface VectorPlace {
  readonly list: string
  readonly vector: readonly string[]
  /** True if a vector may be a base64 text. Absent: numbers only. */
  readonly base64?: boolean
}

/**
 * Checks that a response holds a list of vectors, and that everything but their numbers is within the limits; numbers, millions in a large
 * batch, are only checked to be such. Throws a `WireError` that names the place, or a `LimitError`.
 */
export function checkVectors(format: Format, body: unknown, place: VectorPlace, context: Context): void {
  if (!isJsonObject(body)) throw new WireError(format, '', 'must be an object')
  const list = body[place.list]
  if (!Array.isArray(list)) throw new WireError(format, pointer('', place.list), list === undefined ? 'Field required' : 'must be an array')
  if (list.length > context.limits.parts) throw new LimitError(format, pointer('', place.list), 'holds too many vectors')
  const bare = list.map((item: Json, index) => bareOf(format, item, pointer('', place.list, index), place, 0))
  checkLimits(format, { ...body, [place.list]: bare }, context.limits)
}

/** The item without its vector, which has been checked. */
function bareOf(format: Format, item: Json | undefined, at: Pointer, place: VectorPlace, depth: number): Json {
  const key = place.vector[depth]
  if (key === undefined) {
    checkVector(format, item, at, place.base64 === true)
    return null
  }
  if (!isJsonObject(item)) throw new WireError(format, at, item === undefined ? 'Field required' : 'must be an object')
  return { ...item, [key]: bareOf(format, item[key], pointer(at, key), place, depth + 1) }
}

function checkVector(format: Format, vector: Json | undefined, at: Pointer, base64: boolean): void {
  if (base64 && typeof vector === 'string') {
    if (!isFloatBase64(vector)) throw new WireError(format, at, 'must be base64 of whole float32 numbers')
    if (vector.length > mostNumbers * 6) throw new LimitError(format, at, `holds more than ${mostNumbers} numbers`)
    return
  }
  if (!Array.isArray(vector)) throw new WireError(format, at, vector === undefined ? 'Field required' : 'must be an array of numbers')
  if (vector.length > mostNumbers) throw new LimitError(format, at, `holds more than ${mostNumbers} numbers`)
  for (let i = 0; i < vector.length; i++) {
    const number: Json | undefined = vector[i]
    // The difference is not 0 for a number that is too large for a double, nor for any other value.
    if (typeof number !== 'number' || number - number !== 0) throw new WireError(format, pointer(at, i), 'must be a finite number')
  }
}
