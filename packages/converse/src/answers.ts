import { createFinishWords } from '@interlingua/adapter-kit'
import { isJsonObject, type Context, type Finish, type GenerateRequest, type Json, type JsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { notice } from './notices.ts'
import { format, hintOf, restOf, withHint } from './wire.ts'

const words = createFinishWords(
  format,
  notice,
  {
    end_turn: 'stop',
    stop_sequence: 'stop-sequence',
    tool_use: 'tool-calls',
    max_tokens: 'length',
    model_context_window_exceeded: 'context-window',
    content_filtered: 'content-filter',
    guardrail_intervened: 'content-filter',
    malformed_tool_use: 'malformed-tool-call',
  },
  { refusal: 'content_filtered', recitation: 'content_filtered', compaction: 'end_turn', other: 'max_tokens' },
)

const finishFields = { unified: '', sequence: '/additionalModelResponseFields' } as const

/** Why an answer ended. `fields`: what the model itself says of it. */
export function decodeFinish(
  word: string,
  calls: boolean,
  fields: Json | undefined,
): { readonly finish: Finish; readonly left: Json | undefined } {
  const finish: Finish = { ...words.decodeFinish(word, calls), at: '/stopReason', fields: finishFields }
  const told = isJsonObject(fields) ? fields : {}
  const { delta, ...beside } = told
  const inner = isJsonObject(delta) && Object.keys(delta).length === 1 && delta['stop_sequence'] !== undefined
  const { stop_sequence: sequence, ...others } = inner ? beside : told
  const value = inner && isJsonObject(delta) ? delta['stop_sequence'] : sequence
  if (value === undefined || (value !== null && typeof value !== 'string')) return { finish, left: fields }
  const spelled: JsonObject = inner ? { delta: { stop_sequence: value } } : { stop_sequence: value }
  const left = inner ? beside : others
  return {
    finish: { ...finish, ...(value !== null && { sequence: value }), extensions: withHint(finish, { sequence: spelled }) },
    left: hasKeys(left) ? left : undefined,
  }
}

/** The word for the end. An answer that calls tools asks for their results, whatever it says. */
export function encodeFinish(finish: Finish | undefined, calls: boolean, context: Context): string {
  if (finish === undefined && calls) {
    context.onNotice(notice('finish-missing', ''))
    return 'tool_use'
  }
  return words.encodeFinish(finish, context)
}

/** Fields of the model that tell the stop sequence, where the client asked for them by their paths. `place`: that of a document or of a stream. */
export function encodeSequence(
  finish: Finish | undefined,
  asked: GenerateRequest | undefined,
  place: 'document' | 'stream',
  context: Context,
): JsonObject {
  if (finish === undefined) return {}
  const { sequence: spelled } = hintOf(finish)
  if (spelled !== undefined) return spelled
  const paths = asked === undefined ? undefined : restOf(asked)['additionalModelResponseFieldPaths']
  const path = place === 'document' ? '/stop_sequence' : '/delta/stop_sequence'
  const wanted = Array.isArray(paths) && paths.some((each) => each === path)
  const sequence = finish.sequence ?? null
  if (!wanted) {
    if (finish.sequence !== undefined) context.onNotice(notice('finish-detail', placeOfSequence(finish)))
    return {}
  }
  return place === 'document' ? { stop_sequence: sequence } : { delta: { stop_sequence: sequence } }
}

function placeOfSequence({ at = '', fields }: Finish): '' {
  return `${at}${fields?.['sequence'] ?? '/sequence'}` as '' // two pointers, one after the other
}
