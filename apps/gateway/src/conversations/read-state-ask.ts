import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { Fault } from '../faults/fault.ts'
import { stateFaults } from './state-faults.ts'

/** What a request of Responses asks of whoever keeps conversations. */
export interface StateAsk {
  readonly previous?: string
  readonly conversation?: string
  /** Whether the answer is to be kept; as the vendor has it, unless the request says otherwise. */
  readonly store: boolean
  readonly background: boolean
}

/** https://platform.openai.com/docs/api-reference/responses/create (previous_response_id, conversation, store, background) */
export function readStateAsk(body: JsonObject): StateAsk | Fault {
  const previous = readId(body['previous_response_id'])
  if (previous === null) return stateFaults.refused('previous_response_id: Input should be the id of a response', '/previous_response_id')
  const conversation = readId(isJsonObject(body['conversation']) ? (body['conversation']['id'] ?? 0) : body['conversation'])
  if (conversation === null)
    return stateFaults.refused('conversation: Input should be the id of a conversation, or an object with it', '/conversation')
  if (previous !== undefined && conversation !== undefined)
    return stateFaults.refused(
      "Mutually exclusive parameters: 'conversation' and 'previous_response_id'. Ensure you are only providing one.",
      '/conversation',
    )
  return {
    ...(previous !== undefined && { previous }),
    ...(conversation !== undefined && { conversation }),
    store: body['store'] !== false,
    background: body['background'] === true,
  }
}

/** `null`: it is there, and is no id. */
function readId(value: Json | undefined): string | undefined | null {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' && value !== '' ? value : null
}
