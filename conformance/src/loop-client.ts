import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from './format-id.ts'

/** Client of a format in a tool loop, with its history. */
export interface LoopClient {
  /** First request, or the next one after a response and the results of its calls. */
  readonly request: () => JsonObject
  /** Takes a response as its server sent it, and adds the results of its calls in this order. `order` absent: that of the calls. */
  readonly hears: (answer: JsonObject, order?: readonly number[]) => void
}

const schema = { type: 'object', properties: { n: { type: 'integer' } } }
const list = (value: Json | undefined): readonly JsonObject[] => (value ?? []) as readonly JsonObject[] // lists of the answers that the tests build
const ordered = <T>(calls: readonly T[], order: readonly number[] | undefined): readonly T[] =>
  order === undefined ? calls : order.flatMap((n) => calls.slice(n, n + 1))
/** Result that repeats the argument of its call. */
const resultOf = (args: Json | undefined): string =>
  `result ${String((typeof args === 'string' ? (JSON.parse(args) as JsonObject) : (args as JsonObject))['n'])}` // the tests' calls have an object of one number

/** Clients as their vendors document them: they send the response back whole, then the results. */
export const loopClients: Readonly<Record<FormatId, (settings?: JsonObject) => LoopClient>> = {
  messages: (settings = {}) => {
    const messages: JsonObject[] = [{ role: 'user', content: 'Look.' }]
    return {
      request: () => ({
        model: 'demo',
        max_tokens: 1000,
        tools: [{ name: 'look', input_schema: schema }],
        ...settings,
        messages: [...messages],
      }),
      hears: (answer, order) => {
        const content = list(answer['content'])
        messages.push({ role: 'assistant', content })
        const results = ordered(
          content.filter(({ type }) => type === 'tool_use'),
          order,
        ).map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id ?? '', content: resultOf(input) }))
        messages.push({ role: 'user', content: results })
      },
    }
  },
  chat: (settings = {}) => {
    const messages: JsonObject[] = [{ role: 'user', content: 'Look.' }]
    return {
      request: () => ({
        model: 'demo',
        max_completion_tokens: 1000,
        tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
        ...settings,
        messages: [...messages],
      }),
      hears: (answer, order) => {
        const message = list(answer['choices'])[0]?.['message'] as JsonObject // an answer of chat has a choice
        messages.push(message)
        for (const { id, function: called } of ordered(list(message['tool_calls']), order))
          messages.push({ role: 'tool', tool_call_id: id ?? '', content: resultOf((called as JsonObject)['arguments']) }) // by the wire's shape
      },
    }
  },
  responses: (settings = {}) => {
    const input: JsonObject[] = [{ role: 'user', content: 'Look.' }]
    return {
      request: () => ({
        model: 'demo',
        max_output_tokens: 1000,
        store: false,
        include: ['reasoning.encrypted_content'],
        tools: [{ type: 'function', name: 'look', parameters: schema, strict: false }],
        ...settings,
        input: [...input],
      }),
      hears: (answer, order) => {
        const output = list(answer['output'])
        input.push(...output)
        for (const { call_id: id, arguments: args } of ordered(
          output.filter(({ type }) => type === 'function_call'),
          order,
        ))
          input.push({ type: 'function_call_output', call_id: id ?? '', output: resultOf(args) })
      },
    }
  },
  contents: (settings = {}) => {
    const contents: JsonObject[] = [{ role: 'user', parts: [{ text: 'Look.' }] }]
    return {
      request: () => ({
        model: 'demo',
        generationConfig: { maxOutputTokens: 1000 },
        tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: schema }] }],
        ...settings,
        contents: [...contents],
      }),
      hears: (answer, order) => {
        const content = list(answer['candidates'])[0]?.['content'] as JsonObject // an answer of contents has a candidate
        contents.push(content)
        const calls = list(content['parts']).flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall as JsonObject])) // by the wire's shape
        contents.push({
          role: 'user',
          parts: ordered(calls, order).map(({ id, name, args }) => ({
            functionResponse: { ...(id !== undefined && { id }), name: name ?? '', response: { output: resultOf(args) } },
          })),
        })
      },
    }
  },
}
