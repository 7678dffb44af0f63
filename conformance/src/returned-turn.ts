import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from './format-id.ts'

/** Changes that clients make to a response before they send it back; docs/model/signatures.md lists clients for each. */
export const returns = ['all', 'no parts without data', 'no thoughts', 'no unknown fields'] as const
export type Returns = (typeof returns)[number]

const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? (value as readonly JsonObject[]) : []) // lists of objects in answers

/** Next request of a client that got `answer`: the assistant's turn as such a client returns it, and a result for each call. */
export const returnedTurn: Readonly<Record<FormatId, (answer: JsonObject, how: Returns) => JsonObject>> = {
  messages(answer, how) {
    const content = list(answer['content']).filter(({ type, thinking }) => {
      if (how === 'no thoughts') return type !== 'thinking'
      return how !== 'no parts without data' || type !== 'thinking' || thinking !== ''
    })
    const results = content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id ?? '', content: 'ok' }))
    return {
      model: 'demo',
      max_tokens: 1000,
      messages: [
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content },
        { role: 'user', content: results.length > 0 ? results : 'Go on.' },
      ],
    }
  },
  chat(answer, how) {
    const given = list(answer['choices'])[0]?.['message'] as JsonObject // an answer of chat has a choice
    const { reasoning_details: details, reasoning_content: text, ...bare } = given
    const calls = list(bare['tool_calls'])
    const known = calls.map(({ extra_content: _, ...call }) => call)
    const message: JsonObject =
      how === 'no thoughts'
        ? bare
        : how === 'no unknown fields'
          ? { ...bare, ...(calls.length > 0 && { tool_calls: known }) }
          : {
              ...bare,
              ...(text !== undefined && { reasoning_content: text }),
              ...(details !== undefined && { reasoning_details: details }),
            }
    const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id ?? '', content: 'ok' }))
    return {
      model: 'demo',
      messages: [{ role: 'user', content: 'Look.' }, message, ...(results.length > 0 ? results : [{ role: 'user', content: 'Go on.' }])],
    }
  },
  responses(answer, how) {
    const output = list(answer['output']).map((item) =>
      how === 'no thoughts' && item['type'] === 'reasoning' ? { ...item, summary: [] } : item,
    )
    const results = output.flatMap(({ type, call_id: id }) =>
      type === 'function_call' || type === 'custom_tool_call' ? [{ type: `${type}_output`, call_id: id ?? '', output: 'ok' }] : [],
    )
    return {
      model: 'demo',
      store: false,
      include: ['reasoning.encrypted_content'],
      input: [{ role: 'user', content: 'Look.' }, ...output, ...(results.length > 0 ? results : [{ role: 'user', content: 'Go on.' }])],
    }
  },
  contents(answer, how) {
    const content = list(answer['candidates'])[0]?.['content'] as JsonObject // an answer of contents has a candidate
    const parts = list(content['parts']).filter(({ text, thought, ...others }) => {
      if (how === 'no thoughts') return thought !== true
      const { thoughtSignature: _, ...data } = others
      return how !== 'no parts without data' || Boolean(text) || Object.keys(data).length > 0
    })
    const results = parts.flatMap(({ functionCall }) => {
      const call = functionCall as JsonObject | undefined // by the wire's shape
      return call === undefined
        ? []
        : [
            {
              functionResponse: {
                ...(call['id'] !== undefined && { id: call['id'] }),
                name: call['name'] ?? '',
                response: { output: 'ok' },
              },
            },
          ]
    })
    return {
      model: 'demo',
      contents: [
        { role: 'user', parts: [{ text: 'Look.' }] },
        { role: 'model', parts },
        { role: 'user', parts: results.length > 0 ? results : [{ text: 'Go on.' }] },
      ],
    }
  },
}
