import { invalidRequest } from '@interlingua/adapter-kit'
import { WireError, type Failure, type JsonObject, type Pointer } from '@interlingua/core'
import type { EdgeOperation, EdgeRequest } from '@interlingua/core/edge'
import { checkSources } from './check-sources.ts'

/**
 * Checks rules of `/v1/messages` that are narrower than the format: a version (any date), a cap above 0, sampling between 0 and 1, and
 * media from a documented source. `count_tokens` takes no output options, so there only version and media count.
 */
export function checkService({ headers, body }: EdgeRequest, operation: EdgeOperation): Failure | undefined {
  const version = headers['anthropic-version']
  if (typeof version !== 'string' || version === '') return invalidRequest('anthropic-version: header is required')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return invalidRequest('anthropic-version: header must be a date such as 2023-06-01')
  const unknown = checkMedia(body)
  if (unknown !== undefined || operation === 'count') return unknown
  const cap = body['max_tokens']
  if (cap === undefined || cap === null) return invalidRequest('Field required', '/max_tokens')
  if (typeof cap !== 'number' || !Number.isInteger(cap)) return invalidRequest('Input should be a valid integer', '/max_tokens')
  if (cap <= 0) return invalidRequest('Input should be greater than 0', '/max_tokens')
  return checkUnitRange(body['temperature'], '/temperature') ?? checkUnitRange(body['top_p'], '/top_p')
}

function checkUnitRange(value: unknown, path: Pointer): Failure | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') return invalidRequest('Input should be a valid number', path)
  return value >= 0 && value <= 1 ? undefined : invalidRequest('Input should be between 0 and 1', path)
}

function checkMedia(body: JsonObject): Failure | undefined {
  try {
    checkSources(body)
    return undefined
  } catch (error) {
    if (error instanceof WireError) return invalidRequest(error.message, error.path)
    throw error
  }
}
