import { addUsage } from '@interlingua/adapter-kit'
import { isJsonObject, type JsonObject, type Usage } from '@interlingua/core'
import type { StreamStatus } from '@interlingua/core/edge'
import { decodeUsage } from './usage.ts'

/** Usage that a response reports; `undefined` if none. */
export function usageOf({ usage }: JsonObject): Usage | undefined {
  return isJsonObject(usage) ? decodeUsage(usage) : undefined
}

/** Reads an event of a passing stream. */
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
      // Some servers send nothing before it.
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

/** Error of a final event: `response.failed` has it in the response, the flat event in itself, the nested one in `error`. */
export function errorOf(event: JsonObject): JsonObject {
  const { response, error, type: _type, sequence_number: _number, ...flat } = event
  if (isJsonObject(response) && isJsonObject(response['error'])) return { error: response['error'] }
  return { error: isJsonObject(error) ? error : flat }
}

/**
 * Completes the gateway's `response.failed` behind events that passed as the end of their response: with its id, model and settings, and
 * the finished items. The upstream's own failure is kept whole.
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

/** Number of every event. Within a text its quotes are escaped, so that it is not found there. */
const numbered = /"sequence_number": ?(\d+)/g

/** Renumbers the gateway's events from the last number of `passed`. */
export function renumber(events: string, passed: string): string {
  const last = [...passed.matchAll(numbered)].at(-1)?.[1]
  if (last === undefined) return events
  return events.replaceAll(numbered, (_, number: string) => `"sequence_number":${Number(last) + 1 + Number(number)}`)
}
