import type { JsonObject } from '@interlingua/core'
import { chatAnswer, contentsAnswer, messageItem, messagesAnswer, outputText, responsesAnswer } from './case-documents.ts'
import type { FormatId } from './format-id.ts'

/** End of a vendor's response as its wire spells it; `success`: the model finished, with a text or with calls. */
export interface FinishCase {
  readonly reason: string
  readonly success: boolean
  readonly answer: (calls: boolean) => JsonObject
}

const ends = (
  success: readonly string[],
  others: readonly string[],
  answer: (reason: string, calls: boolean) => JsonObject,
): readonly FinishCase[] =>
  [...success, ...others].map((reason) => ({ reason, success: success.includes(reason), answer: (calls) => answer(reason, calls) }))

const chatCall = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
const item = { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'f', arguments: '{}' }

const blocked = {
  promptFeedback: { blockReason: 'SAFETY' },
  usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 },
  modelVersion: 'demo',
  responseId: 'msg_1',
}

/** Every finish reason that a vendor documents, and an unknown one. */
export const finishCases: Readonly<Record<FormatId, readonly FinishCase[]>> = {
  messages: ends(
    ['end_turn', 'stop_sequence', 'tool_use'],
    ['max_tokens', 'pause_turn', 'refusal', 'model_context_window_exceeded', 'a_new_reason'],
    (reason, calls) =>
      messagesAnswer({
        content: [{ type: 'text', text: 'Hi.' }, ...(calls ? [{ type: 'tool_use', id: 'call_1', name: 'f', input: {} }] : [])],
        stop_reason: reason,
        ...(reason === 'stop_sequence' && { stop_sequence: 'END' }),
      }),
  ),
  chat: ends(['stop', 'tool_calls', 'function_call'], ['length', 'content_filter', 'a_new_reason'], (reason, calls) =>
    chatAnswer({
      message: { role: 'assistant', content: 'Hi.', refusal: null, ...(calls && { tool_calls: [chatCall] }) },
      finish_reason: reason,
    }),
  ),
  responses: ends(
    ['completed'],
    ['max_output_tokens', 'max_messages', 'content_filter', 'steered', 'a_new_reason', 'cancelled'],
    (reason, calls) => {
      const output = [messageItem(outputText('Hi.')), ...(calls ? [item] : [])]
      if (reason === 'completed' || reason === 'cancelled') return responsesAnswer(output, { status: reason })
      return responsesAnswer(output, { status: 'incomplete', incomplete_details: { reason } })
    },
  ),
  contents: ends(
    ['STOP'],
    [
      'MAX_TOKENS',
      'SAFETY',
      'RECITATION',
      'LANGUAGE',
      'OTHER',
      'BLOCKLIST',
      'PROHIBITED_CONTENT',
      'SPII',
      'MALFORMED_FUNCTION_CALL',
      'UNEXPECTED_TOOL_CALL',
      'TOO_MANY_TOOL_CALLS',
      'IMAGE_SAFETY',
      'IMAGE_PROHIBITED_CONTENT',
      'IMAGE_RECITATION',
      'IMAGE_OTHER',
      'NO_IMAGE',
      'CONTINUATION',
      'MALFORMED_RESPONSE',
      'FINISH_REASON_UNSPECIFIED',
      'A_NEW_REASON',
      'a blocked prompt',
    ],
    (reason, calls) =>
      reason === 'a blocked prompt'
        ? blocked
        : contentsAnswer([{ text: 'Hi.' }, ...(calls ? [{ functionCall: { id: 'call_1', name: 'f', args: {} } }] : [])], {
            finishReason: reason,
          }),
  ),
}

/** Success that each format's wire states for a whole response, with calls or without; `undefined` if it states none. */
export const saidDone: Readonly<Record<FormatId, (document: JsonObject) => 'calls' | 'done' | undefined>> = {
  messages: ({ stop_reason }) =>
    stop_reason === 'tool_use' ? 'calls' : stop_reason === 'end_turn' || stop_reason === 'stop_sequence' ? 'done' : undefined,
  chat: ({ choices }) => {
    const [choice] = choices as readonly JsonObject[] // an answer of chat has choices
    return choice?.['finish_reason'] === 'tool_calls' ? 'calls' : choice?.['finish_reason'] === 'stop' ? 'done' : undefined
  },
  responses: ({ status, output }) => {
    if (status !== 'completed') return undefined
    return (output as readonly JsonObject[]).some(({ type }) => type === 'function_call') ? 'calls' : 'done' // an answer has output
  },
  contents: ({ candidates }) => {
    const [candidate] = candidates as readonly JsonObject[] // these answers have a candidate
    if (candidate?.['finishReason'] !== 'STOP') return undefined
    const { parts } = candidate['content'] as { readonly parts: readonly JsonObject[] }
    return parts.some(({ functionCall }) => functionCall !== undefined) ? 'calls' : 'done'
  },
}
