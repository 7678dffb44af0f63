import { WireError, type Format, type Pointer } from '@interlingua/core'
import type { Vector } from '../embed-response.ts'
import { floatsOfBase64 } from './float-base64.ts'

/** Numbers of a vector. Throws a `WireError` if its base64 holds NaN or infinity, which JSON cannot express. */
export function numbersOfVector(format: Format, vector: Vector, at: Pointer): readonly number[] {
  if (vector.type === 'floats') return vector.values
  const floats = floatsOfBase64(vector.data)
  if (!floats.every(Number.isFinite)) throw new WireError(format, at, 'holds a number that is not finite')
  return floats
}
