import { isJsonObject, parseDocument, type JsonObject } from '@interlingua/core'
import { isUtf8 } from 'node:buffer'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from './invalid-request.ts'
import type { BodyLimits } from './body-limits.ts'
import { checkCounts } from './check-counts.ts'
import { scanBody } from './scan-body.ts'
import { locateJsonError } from './locate-json-error.ts'

export interface ParsedBody {
  readonly body: JsonObject
  /** The same as bytes, without a byte order mark. */
  readonly bytes: Buffer
}

/** A request body as a JSON object, or the 400 that says where it is none, or what is too much in it. */
export function parseBody(raw: Buffer, limits?: BodyLimits): ParsedBody | Fault {
  const bytes = startsWithMark(raw) ? raw.subarray(3) : raw
  if (bytes.length === 0) return invalidRequest('The request body is empty; a JSON object is expected.')
  if (!isUtf8(bytes)) return invalidRequest('The request body is not valid UTF-8.')
  const excess = limits && scanBody(bytes, limits)
  if (excess) return excess
  const text = bytes.toString('utf8')
  const value = parseDocument(text)
  if (value === undefined) {
    const { offset, line, column } = locateJsonError(text)
    return invalidRequest(`The request body is not valid JSON: error at position ${offset} (line ${line}, column ${column}).`)
  }
  if (!isJsonObject(value)) return invalidRequest('The request body must be a JSON object.')
  const surplus = limits && checkCounts(value, limits)
  return surplus ?? { body: value, bytes }
}

function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
