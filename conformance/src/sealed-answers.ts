import type { Json, JsonObject } from '@interlingua/core'
import { chatAnswer, contentsAnswer, messagesAnswer, responsesAnswer } from './case-documents.ts'
import type { FormatId } from './format-id.ts'

/** Thinking of an upstream in a turn: its number of calls, and whether it shows words. */
export interface Thinking {
  readonly turn: number
  readonly calls: number
  readonly shown: boolean
}

const seal = (turn: number, what: string): string =>
  Buffer.from(`seal of ${what} in turn ${turn}: ${'~'.repeat(turn * 7)}`).toString('base64')
const callId = (turn: number, n: number): string => `call_${turn}_${n}`
const each = (calls: number, made: (n: number) => JsonObject): readonly JsonObject[] => Array.from({ length: calls }, (_, n) => made(n))

/** Responses that think and call, with every seal that their vendor gives. */
export const sealedAnswers: Readonly<Record<FormatId, (thinking: Thinking) => JsonObject>> = {
  messages: ({ turn, calls, shown }) =>
    messagesAnswer({
      content: [
        { type: 'thinking', thinking: shown ? `Hm ${turn}.` : '', signature: seal(turn, 'thinking') },
        { type: 'redacted_thinking', data: seal(turn, 'redacted thinking') },
        ...(shown ? [{ type: 'text', text: 'I look.' }] : []),
        ...each(calls, (n) => ({ type: 'tool_use', id: callId(turn, n), name: 'look', input: { n } })),
      ],
      stop_reason: 'tool_use',
    }),
  chat: ({ turn, calls, shown }) =>
    chatAnswer({
      message: {
        role: 'assistant',
        content: shown ? 'I look.' : null,
        ...(shown && { reasoning: `Hm ${turn}.` }),
        reasoning_details: [
          ...(shown
            ? [{ type: 'reasoning.text', text: `Hm ${turn}.`, signature: seal(turn, 'text'), format: 'anthropic-claude-v1', index: 0 }]
            : []),
          { type: 'reasoning.encrypted', data: seal(turn, 'encrypted'), format: 'anthropic-claude-v1', index: shown ? 1 : 0 },
        ],
        tool_calls: each(calls, (n) => ({ id: callId(turn, n), type: 'function', function: { name: 'look', arguments: `{"n":${n}}` } })),
      },
      finish_reason: 'tool_calls',
    }),
  responses: ({ turn, calls, shown }) =>
    responsesAnswer([
      {
        id: `rs_${turn}`,
        type: 'reasoning',
        summary: shown ? [{ type: 'summary_text', text: `Hm ${turn}.` }] : [],
        encrypted_content: seal(turn, 'reasoning'),
      },
      ...each(calls, (n) => ({
        id: `fc_${turn}_${n}`,
        type: 'function_call',
        status: 'completed',
        call_id: callId(turn, n),
        name: 'look',
        arguments: `{"n":${n}}`,
      })),
    ]),
  contents: ({ turn, calls, shown }) =>
    contentsAnswer([
      ...(shown
        ? [
            { text: `Hm ${turn}.`, thought: true },
            { text: 'I look.', thoughtSignature: seal(turn, 'text') },
          ]
        : []),
      // Only the first of parallel calls has a signature, sometimes all.
      ...each(calls, (n) => ({
        functionCall: { id: callId(turn, n), name: 'look', args: { n } },
        ...((n === 0 || turn === 2) && { thoughtSignature: seal(turn, `call ${n}`) }),
      })),
    ]),
}

const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? (value as readonly JsonObject[]) : []) // lists of objects in these documents

/** Seals in a response or in the history of a request, in their order, each with the part that it belongs to. */
export const sealsOf: Readonly<Record<FormatId, (document: JsonObject) => readonly string[]>> = {
  messages: (document) =>
    [{ content: document['content'] ?? null }, ...list(document['messages'])].flatMap(({ content }) =>
      list(content).flatMap(({ type, thinking, signature, data }) =>
        type === 'thinking'
          ? [`thinking ${String(thinking)} ${String(signature)}`]
          : type === 'redacted_thinking'
            ? [`redacted ${String(data)}`]
            : [],
      ),
    ),
  chat: (document) =>
    [...list(document['choices']).map(({ message }) => (message ?? {}) as JsonObject), ...list(document['messages'])].flatMap((message) =>
      list(message['reasoning_details']).map(
        ({ type, text, signature, data }) => `${String(type)} ${String(text)} ${String(signature ?? data)}`,
      ),
    ),
  responses: (document) =>
    [...list(document['output']), ...list(document['input'])].flatMap((item) =>
      item['type'] === 'reasoning' ? [`${JSON.stringify(item['summary'])} ${String(item['encrypted_content'])}`] : [],
    ),
  contents: (document) =>
    [...list(document['candidates']).map(({ content }) => (content ?? {}) as JsonObject), ...list(document['contents'])].flatMap(
      ({ parts }) =>
        list(parts).flatMap((part) => {
          const { thoughtSignature, functionCall, text } = part
          if (thoughtSignature === undefined) return []
          return [`${functionCall === undefined ? String(text) : JSON.stringify(functionCall)} ${String(thoughtSignature)}`]
        }),
    ),
}
