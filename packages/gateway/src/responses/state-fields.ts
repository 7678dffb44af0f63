import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { pointer } from '@interlingua/core'
import type { StateWords } from '@interlingua/core/edge'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { stateFailures } from './failures.ts'

/** Fields of a Responses request that concern kept state. */
export interface StateFields {
  readonly previous?: string
  readonly conversation?: string
  /** True if the answer is to be kept. Default true, like the vendor's. */
  readonly store: boolean
  readonly background: boolean
}

/** https://platform.openai.com/docs/api-reference/responses/create (previous_response_id, conversation, store, background) */
export function readStateFields(body: JsonObject, words: StateWords): StateFields | FailureReply {
  const previous = readId(body[words.previous])
  if (previous === null)
    return stateFailures.refused(`${words.previous}: Input should be the id of ${articleOf(words)}`, pointer('', words.previous))
  const conversation = readId(isJsonObject(body['conversation']) ? (body['conversation']['id'] ?? 0) : body['conversation'])
  if (conversation === null)
    return stateFailures.refused('conversation: Input should be the id of a conversation, or an object with it', '/conversation')
  if (previous !== undefined && conversation !== undefined)
    return stateFailures.refused(
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

/** Word for an answer, behind its article. */
export function articleOf({ title }: Pick<StateWords, 'title'>): string {
  const word = title.toLowerCase()
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`
}

/** Id in a field: undefined where the field is absent, null where its value is no id. */
function readId(value: Json | undefined): string | undefined | null {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' && value !== '' ? value : null
}
