import { addUsage } from '@interlingua/adapter-kit'
import { isJsonObject, type JsonObject, type Usage } from '@interlingua/core'
import type { StreamStatus } from '@interlingua/core/edge'
import { decodeUsage } from './usage.ts'

/** What an answer says that it cost. */
export function usageOf({ usage }: JsonObject): Usage | undefined {
  return isJsonObject(usage) ? decodeUsage(usage) : undefined
}

/** Takes an event of a stream that passes. */
export function readStatus(event: JsonObject | '[DONE]', status: StreamStatus): void {
  if (event === '[DONE]') return
  switch (event['type']) {
    case 'response.created':
      status.started = true
      seeId(event, status)
      if (isJsonObject(event['response'])) status.answer = event['response']
      return
    case 'response.output_item.done':
      if (isJsonObject(event['item'])) (status.items ??= []).push(event['item'])
      return
    case 'response.completed':
    case 'response.incomplete':
      // Some servers say nothing before.
      seeId(event, status)
      if (isJsonObject(event['response'])) addUsage(status, usageOf(event['response']))
      status.phase = 'ended'
      return
    case 'response.failed':
      if (isJsonObject(event['response'])) {
        status.failed = event['response']
        addUsage(status, usageOf(event['response']))
      }
      status.phase = 'failed'
      return
    case 'error':
      status.phase = 'failed'
  }
}

function seeId({ response }: JsonObject, status: StreamStatus): void {
  if (isJsonObject(response) && typeof response['id'] === 'string') status.id = response['id']
}

/** `response.failed` has its error in the answer, the flat event in itself, the nested one where documents have it. */
export function errorOf(event: JsonObject): JsonObject {
  const { response, error, type: _type, sequence_number: _number, ...flat } = event
  if (isJsonObject(response) && isJsonObject(response['error'])) return { error: response['error'] }
  return { error: isJsonObject(error) ? error : flat }
}

/**
 * The `response.failed` of ours behind events that passed, as the end of the answer that they began: its id, model and settings, and the items
 * that were done. What the upstream itself said of its failure is kept whole.
 */
export function endOf(event: JsonObject, { answer, items, failed }: StreamStatus): JsonObject {
  const ours = event['response']
  if (event['type'] !== 'response.failed' || !isJsonObject(ours)) return event
  if (failed !== undefined) return { ...event, response: failed }
  if (answer === undefined) return event
  return {
    ...event,
    response: { ...answer, status: 'failed', error: ours['error'] ?? null, incomplete_details: null, output: items ?? [] },
  }
}

/** The number that each event of Responses bears. Inside a text its quotes are escaped, so that it is not found there. */
const numbered = /"sequence_number": ?(\d+)/g

/** Events of ours behind those that passed: their numbers go on from the last one of `passed`. */
export function renumber(events: string, passed: string): string {
  const last = [...passed.matchAll(numbered)].at(-1)?.[1]
  if (last === undefined) return events
  return events.replaceAll(numbered, (_, number: string) => `"sequence_number":${Number(last) + 1 + Number(number)}`)
}
