import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from './format-id.ts'

const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? (value as readonly JsonObject[]) : []) // lists of objects in these documents
const numberIn = (args: Json | undefined): unknown =>
  (typeof args === 'string' ? (JSON.parse(args) as JsonObject) : (args as JsonObject | undefined))?.['n'] // the tests' calls have an object of one number
const textOf = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map(({ text }) => String(text))
        .join('')

/** Argument of each call of a request and the text of its result, in the order of the calls, paired as a server of the format does. */
export const pairedResults: Readonly<Record<FormatId, (body: JsonObject) => readonly (readonly [unknown, string | undefined])[]>> = {
  messages: (body) => {
    const blocks = list(body['messages']).flatMap(({ content }) => list(content))
    const results = new Map(
      blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id, content }) => [id, textOf(content)]),
    )
    return blocks.filter(({ type }) => type === 'tool_use').map(({ id, input }) => [numberIn(input), results.get(id)])
  },
  chat: (body) => {
    const messages = list(body['messages'])
    const results = new Map(messages.filter(({ role }) => role === 'tool').map(({ tool_call_id: id, content }) => [id, textOf(content)]))
    const calls = messages.flatMap(({ tool_calls: made }) => list(made))
    return calls.map(({ id, function: called }) => [numberIn((called as JsonObject)['arguments']), results.get(id)]) // by the wire's shape
  },
  responses: (body) => {
    const items = list(body['input'])
    const results = new Map(
      items.filter(({ type }) => type === 'function_call_output').map(({ call_id: id, output }) => [id, textOf(output)]),
    )
    return items.filter(({ type }) => type === 'function_call').map(({ call_id: id, arguments: args }) => [numberIn(args), results.get(id)])
  },
  contents: (body) => {
    const contents = list(body['contents']).map(({ parts }) => list(parts))
    return contents.flatMap((parts, i) => {
      const results = (contents[i + 1] ?? []).flatMap(({ functionResponse: made }) => (made === undefined ? [] : [made as JsonObject])) // by the wire's shape
      const calls = parts.flatMap(({ functionCall: made }) => (made === undefined ? [] : [made as JsonObject])) // by the wire's shape
      return calls.map((call, n): readonly [unknown, string | undefined] => {
        // Calls and results pair by name and order for older models, which have no ids.
        const result =
          call['id'] === undefined ? results.filter(({ name }) => name === call['name'])[n] : results.find(({ id }) => id === call['id'])
        return [numberIn(call['args']), result === undefined ? undefined : textOf((result['response'] as JsonObject)['output'])]
      })
    })
  },
}
