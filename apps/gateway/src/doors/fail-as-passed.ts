import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { Sighting } from '../answers/stream-marks.ts'

/**
 * The `response.failed` of ours behind events that passed, as the end of the answer that they began: its id, model and settings, and the items
 * that were done. What the upstream itself said of its failure is kept whole.
 */
export function failAsPassed(wire: JsonObject, { answer, items, failed }: Sighting): JsonObject {
  const ours = wire['response']
  if (wire['type'] !== 'response.failed' || !isJsonObject(ours)) return wire
  if (failed !== undefined) return { ...wire, response: failed }
  if (answer === undefined) return wire
  return { ...wire, response: { ...answer, status: 'failed', error: ours['error'] ?? null, incomplete_details: null, output: items ?? [] } }
}
