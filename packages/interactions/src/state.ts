import { isJsonObject, type GenerateRequest, type Json, type ServerState } from '@interlingua/core'
import type { ResponseState, StateWords } from '@interlingua/core/edge'
import { hasKeys } from '@interlingua/core/adapter'

/** Stored interactions, as a gateway keeps them for any upstream. */
export const words: StateWords = {
  kind: 'interaction',
  title: 'Interaction',
  object: 'interaction',
  paths: ['/v1beta/interactions', '/v1/interactions'],
  idPrefix: 'int_',
  previous: 'previous_interaction_id',
  instructions: '/system_instruction',
  output: 'steps',
  ended: ['completed', 'requires_action', 'incomplete', 'requires_continuation', 'budget_exceeded'],
  itemsOf,
  resume: { query: 'last_event_id', key: 'event_id' },
  errorsOf: ({ code, message }) => ({ errors: [{ code: typeof code === 'string' ? code : 'internal', message: message ?? '' }] }),
}

const contents: ReadonlySet<Json | undefined> = new Set(['text', 'image', 'audio', 'video', 'document'])

/** Input as steps: a text, a content or contents are what the user says. */
function itemsOf(input: Json | undefined): readonly Json[] {
  if (typeof input === 'string') return [{ type: 'user_input', content: [{ type: 'text', text: input }] }]
  if (isJsonObject(input)) return itemsOf([input])
  if (!Array.isArray(input)) return []
  const list: readonly Json[] = input
  const said = list.length > 0 && list.every((entry) => isJsonObject(entry) && contents.has(entry['type']))
  return said ? [{ type: 'user_input', content: list }] : list
}

/** A request without references to what the gateway keeps. The service itself would keep it unless it is told not to. */
export const detach: ResponseState['detach'] = (request, { own }): GenerateRequest => {
  const { state, ...rest } = request
  const { previousResponse: _, background: __, store: ___, ...others } = state ?? {}
  const left: ServerState = own ? { ...others, store: false } : others
  return hasKeys(left) ? { ...rest, state: left } : rest
}
