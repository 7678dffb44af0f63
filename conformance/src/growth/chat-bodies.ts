import type { Json, JsonObject } from '@interlingua/core'
import { list, names, nested, properties, references, unknown, user, type Bodies } from './pieces.ts'

const chatTool = (name: string, parameters: JsonObject = { type: 'object' }) => ({ type: 'function', function: { name, parameters } })
const chatCall = (id: string, name = 'f') => ({ id, type: 'function', function: { name, arguments: '{}' } })
const chatResult = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' })
const chatOf = (messages: Json[], rest: JsonObject = {}): JsonObject => ({ model: 'm', messages: [user, ...messages], ...rest })

export const chat: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) => chatOf([], { tools: list(n, (i) => chatTool(name(i))) }),
    ]),
  ),
  'allowed tools': (n) =>
    chatOf([], {
      tools: list(n, (i) => chatTool(`t${i}`)),
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: list(n, (i) => ({ type: 'function', function: { name: `t${i}` } })) },
      },
    }),
  'schema of many properties': (n) => chatOf([], { tools: [chatTool('f', properties(n))] }),
  'schema of many references': (n) => chatOf([], { tools: [chatTool('f', references(n))] }),
  'strict schema': (n) => chatOf([], { tools: [{ type: 'function', function: { name: 'f', parameters: properties(n), strict: true } }] }),
  'user turns': (n) => chatOf(list(n, () => user)),
  'assistant turns': (n) => chatOf(list(n, () => ({ role: 'assistant', content: 'x' }))),
  'system turns': (n) => chatOf(list(n, () => ({ role: 'system', content: 'x' }))),
  'turns in alternation': (n) => chatOf(list(n, (i) => ({ role: i % 2 ? 'user' : 'assistant', content: 'x' }))),
  'parts of one turn': (n) => chatOf([{ role: 'user', content: list(n, () => ({ type: 'text', text: 'x' })) }]),
  'images of one turn': (n) =>
    chatOf([{ role: 'user', content: list(n, () => ({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } })) }]),
  'calls with results': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`)) }, ...list(n, (i) => chatResult(`c${i}`))]),
  'results in reverse': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`)) }, ...list(n, (i) => chatResult(`c${n - 1 - i}`))]),
  'calls without results': (n) => chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`)) }, user]),
  'turns of a call without result': (n) => chatOf([...list(n, (i) => ({ role: 'assistant', tool_calls: [chatCall(`c${i}`)] })), user]),
  'results without calls': (n) => chatOf(list(n, (i) => chatResult(`c${i}`))),
  'results of one id': (n) => chatOf([{ role: 'assistant', tool_calls: [chatCall('c')] }, ...list(n, () => chatResult('c'))]),
  'calls and results of one id': (n) =>
    chatOf(list(n, (i) => (i % 2 ? chatResult('c') : { role: 'assistant', tool_calls: [chatCall('c')] }))),
  'rounds of calls': (n) =>
    chatOf(list(n, (i) => (i % 2 ? chatResult(`c${i - 1}`) : { role: 'assistant', tool_calls: [chatCall(`c${i}`)] }))),
  'calls of bad names': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c${i}`, names.bad(i))) }, ...list(n, (i) => chatResult(`c${i}`))]),
  'calls of bad ids': (n) =>
    chatOf([{ role: 'assistant', tool_calls: list(n, (i) => chatCall(`c ${i}`)) }, ...list(n, (i) => chatResult(`c ${i}`))]),
  'unknown keys': (n) => chatOf([], unknown(n)),
  'unknown keys of a turn': (n) => chatOf([{ ...user, ...unknown(n) }]),
  'unknown values': (n) => chatOf([], { unknown: nested(n) }),
  'stop sequences': (n) => chatOf([], { stop: list(n, (i) => `s${i}`) }),
  metadata: (n) => chatOf([], { metadata: Object.fromEntries(list(n, (i) => [`k${i}`, 'v'])) }),
}
