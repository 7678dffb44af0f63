import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'

/** Input that waits for the end of a running response. */
export interface Steer {
  readonly id: string
  /** Input as it came, which goes back where it cannot be used. */
  readonly given: Json
  readonly items: readonly Json[]
}

/** Most inputs that wait for one response. */
export const mostSteers = 16

export type SteerCode =
  | 'response_not_found'
  | 'invalid_input'
  | 'too_many_pending_steers'
  | 'response_already_completed'
  | 'response_not_active'
  | 'successor_creation_failed'

const messages: Readonly<Record<SteerCode, string>> = {
  response_not_found: 'No response of this id runs on this connection.',
  invalid_input: 'response.steer needs previous_response_id, and input: a text, or messages of the user, with text, images and files.',
  too_many_pending_steers: `At most ${mostSteers} inputs can wait for a response.`,
  response_already_completed: 'The response has ended: send the input with the next response.create.',
  response_not_active: 'The response has failed: send the input with the next response.create.',
  successor_creation_failed: 'The response that was to go on with this input could not be created.',
}

/** Answer to an input that waits from now on. */
export function steerAccepted(id: string, previous: string): JsonObject {
  return { type: 'response.steer.accepted', sequence_number: 0, steer: { id, previous_response_id: previous } }
}

/** Answer to an input that waits for outputs, which the next request has to bring. */
export function steerPending(id: string, previous: string, required: readonly JsonObject[]): JsonObject {
  return {
    type: 'response.steer.pending',
    sequence_number: 0,
    steer: { id, previous_response_id: previous },
    reason: 'waiting_for_required_input',
    required_input: required,
  }
}

/** Answer to an input that is not used. `id`: it was accepted before. */
export function steerFailed(code: SteerCode, input: Json | undefined, previous: Json | undefined, id?: string): JsonObject {
  return {
    type: 'response.steer.failed',
    sequence_number: 0,
    steer: {
      input: input ?? null,
      previous_response_id: typeof previous === 'string' ? previous : '',
      ...(id !== undefined && { id }),
    },
    error: { type: 'invalid_request_error', code, message: messages[code] },
  }
}

/** Items of an input for a running response; undefined where it is none. https://platform.openai.com/docs/guides/websocket-mode */
export function readSteer(input: Json | undefined): readonly Json[] | undefined {
  if (typeof input === 'string') return input === '' ? undefined : [{ type: 'message', role: 'user', content: input }]
  if (!Array.isArray(input) || input.length === 0) return undefined
  const items = input as readonly Json[] // an array of JSON holds JSON
  return items.every(isMessage) ? items : undefined
}

const kinds: ReadonlySet<unknown> = new Set(['input_text', 'input_image', 'input_file'])
const keys: ReadonlySet<string> = new Set(['type', 'role', 'content'])

function isMessage(item: Json): boolean {
  if (!isJsonObject(item) || item['role'] !== 'user' || (item['type'] !== undefined && item['type'] !== 'message')) return false
  if (!Object.keys(item).every((key) => keys.has(key))) return false
  const { content } = item
  if (typeof content === 'string') return content !== ''
  const parts: readonly Json[] = Array.isArray(content) ? (content as readonly Json[]) : [] // an array of JSON holds JSON
  return parts.length > 0 && parts.every((part) => isJsonObject(part) && kinds.has(part['type']))
}

/** Stubs of the outputs and approvals that the next request has to bring. */
export function requiredInput(output: readonly JsonObject[]): readonly JsonObject[] {
  return output.flatMap((item): readonly JsonObject[] => {
    const { type, call_id: call, id, name, execution } = item
    if (type === 'mcp_approval_request') return [{ type: 'mcp_approval_response', approval_request_id: id ?? '' }]
    if (typeof type !== 'string' || typeof call !== 'string' || !type.endsWith('_call')) return []
    if (type === 'tool_search_call') return execution === 'client' ? [{ type: 'tool_search_output', call_id: call, execution }] : []
    return [{ type: `${type}_output`, call_id: call, ...(type === 'function_call' && { name: name ?? '' }) }]
  })
}
