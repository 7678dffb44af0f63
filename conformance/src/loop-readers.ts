import type { Json, JsonObject } from '@interlingua/core'
import type { LoopReader } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'

const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? (value as readonly JsonObject[]) : []) // lists of objects in these documents
const numberIn = (args: Json | undefined): unknown =>
  (typeof args === 'string' ? (JSON.parse(args) as JsonObject) : (args as JsonObject | undefined))?.['n'] // the calls have an object of one number
const textOf = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map(({ text }) => String(text))
        .join('')

type Pairs = readonly (readonly [unknown, string | undefined])[]

/** Pairs calls with the results right behind them, by id; an id that two calls or two results share counts as none. */
function byId(calls: readonly (readonly [Json | undefined, unknown])[], results: readonly (readonly [Json | undefined, string])[]): Pairs {
  const named = new Map(results)
  const strict = named.size === results.length && new Set(calls.map(([id]) => id)).size === calls.length && results.length === calls.length
  return calls.map(([id, n]) => [n, strict ? named.get(id) : undefined])
}

/** Readers of tool loops as servers of each format read them, as strict as the strictest known one. */
export const loopReaders: Readonly<Record<FormatId, LoopReader>> = {
  messages: {
    messages: (body) => list((body as JsonObject)['messages']), // a body is an object, here and below
    // Results are in the next message, and ids are unique in the whole conversation.
    pairs: (body) => {
      const contents = list((body as JsonObject)['messages']).map(({ content }) => list(content))
      const ids = contents.flat().flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []))
      if (new Set(ids).size !== ids.length) return []
      return contents.flatMap((blocks, i) =>
        byId(
          blocks.flatMap(({ type, id, input }) => (type === 'tool_use' ? [[id, numberIn(input)] as const] : [])),
          blocks.some(({ type }) => type === 'tool_use')
            ? list(contents[i + 1]).flatMap(({ type, tool_use_id: id, content }) =>
                type === 'tool_result' ? [[id, textOf(content)] as const] : [],
              )
            : [],
        ),
      )
    },
  },
  chat: {
    messages: (body) => list((body as JsonObject)['messages']),
    // Tool messages answer the assistant message before them.
    pairs: (body) => {
      const messages = list((body as JsonObject)['messages'])
      return messages.flatMap(({ tool_calls: made }, i) => {
        const calls = list(made)
        let end = i + 1
        while (messages[end]?.['role'] === 'tool') end++
        return byId(
          calls.map(({ id, function: called }) => [id, numberIn((called as JsonObject)['arguments'])] as const), // by the wire's shape
          calls.length === 0 ? [] : messages.slice(i + 1, end).map(({ tool_call_id: id, content }) => [id, textOf(content)] as const),
        )
      })
    },
  },
  responses: {
    messages: (body) => list((body as JsonObject)['input']),
    // Ids are unique in the whole input.
    pairs: (body) => {
      const items = list((body as JsonObject)['input'])
      return byId(
        items.flatMap(({ type, call_id: id, arguments: args }) => (type === 'function_call' ? [[id, numberIn(args)] as const] : [])),
        items.flatMap(({ type, call_id: id, output }) => (type === 'function_call_output' ? [[id, textOf(output)] as const] : [])),
      )
    },
  },
  contents: {
    messages: (body) => list((body as JsonObject)['contents']),
    // Responses stand in the next content, by id, or in the order of the calls if ids are ambiguous.
    pairs: (body) => {
      const contents = list((body as JsonObject)['contents']).map(({ parts }) => list(parts))
      return contents.flatMap((parts, i) => {
        const calls = parts.flatMap(({ functionCall: made }) => (made === undefined ? [] : [made as JsonObject])) // by the wire's shape
        const results = list(contents[i + 1]).flatMap(({ functionResponse: made }) => (made === undefined ? [] : [made as JsonObject])) // by the wire's shape
        const known = new Set(calls.map(({ id }) => id)).size === calls.length
        return calls.map(({ id, args }, n) => {
          const result = known ? results.find((each) => each['id'] === id) : results[n]
          const fits = result !== undefined && result['id'] === id && results.length === calls.length
          return [numberIn(args), fits ? textOf((result['response'] as JsonObject)['output']) : undefined] as const // the results are texts
        })
      })
    },
  },
}
