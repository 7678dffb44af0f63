import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'

/** What an upstream's document, or an event of its stream, says of itself: which model answered, and why it stopped. For traces alone. */
export function noteAnswer(exchange: Exchange, wire: JsonObject): void {
  if (exchange.gateway.telemetry === undefined) return
  const answered = (exchange.answered ??= { finishes: [] })
  const inner = [wire['response'], wire['message']].find(isJsonObject)
  const model = wire['model'] ?? wire['modelVersion'] ?? inner?.['model']
  if (typeof model === 'string') answered.model = model
  const { delta } = wire
  const whole = inner ?? wire
  const reasons = [
    whole['stop_reason'],
    isJsonObject(delta) ? delta['stop_reason'] : undefined,
    ...entries(wire['choices']).map((choice) => choice['finish_reason']),
    ...entries(wire['candidates']).map((candidate) => candidate['finishReason'] ?? candidate['finish_reason']),
    responseReason(whole),
  ]
  for (const reason of reasons) if (typeof reason === 'string') answered.finishes.push(reason)
}

/** Responses have no reason but a status, and beside one of its values a reason. */
function responseReason({ object, status, incomplete_details: details }: JsonObject): Json | undefined {
  if (object !== 'response' || status === 'in_progress') return undefined
  return isJsonObject(details) && details['reason'] !== undefined ? details['reason'] : status
}

function entries(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}
