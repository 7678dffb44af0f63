import { WireError, type Format, type Pointer } from '@interlingua/core'
import type { Vector } from '../embed-response.ts'
import { floatsOfBase64 } from './float-base64.ts'

/** The numbers of a vector. Throws a `WireError` where its base64 holds what is no number: JSON has no word for that. */
export function numbersOfVector(format: Format, vector: Vector, at: Pointer): readonly number[] {
  if (vector.type === 'floats') return vector.values
  const floats = floatsOfBase64(vector.data)
  if (!floats.every(Number.isFinite)) throw new WireError(format, at, 'holds what is no finite number')
  return floats
}
