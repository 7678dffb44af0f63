import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

const mostPairs = 16
const longestKey = 64
const longestValue = 512

/** Pairs that a caller attaches to what it keeps: at most 16, of keys up to 64 and values up to 512 characters. */
export function readMetadata(value: Json | undefined): { readonly metadata: JsonObject } | Fault {
  if (value === undefined || value === null) return { metadata: {} }
  if (!isJsonObject(value)) return invalidRequest('Input should be an object of texts', '/metadata')
  const entries = Object.entries(value)
  if (entries.length > mostPairs) return invalidRequest(`at most ${mostPairs} pairs are allowed`, '/metadata')
  const fits = entries.every(([key, text]) => key.length <= longestKey && typeof text === 'string' && text.length <= longestValue)
  return fits
    ? { metadata: value }
    : invalidRequest(`keys have at most ${longestKey} characters, values are texts of at most ${longestValue}`, '/metadata')
}
