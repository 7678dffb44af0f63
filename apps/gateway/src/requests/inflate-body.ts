import { contentCodings } from './content-codings.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from './invalid-request.ts'
import { tooLarge } from './too-large.ts'

/** The body without its content coding. The cap holds for what comes out: a small body may hide a large one. */
export async function inflateBody(body: Buffer, coding: string, limit: number): Promise<Buffer | Fault> {
  const decode = contentCodings.get(coding)
  if (decode === undefined) {
    const known = [...contentCodings.keys()].join(', ')
    const fault = invalidRequest(`content-encoding: the coding is not supported (supported: ${known})`)
    return { ...fault, status: 415, headers: { 'accept-encoding': known } }
  }
  try {
    return await decode(body, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof RangeError) return tooLarge(limit)
    return invalidRequest(`content-encoding: the body is not valid ${coding} data`)
  }
}
