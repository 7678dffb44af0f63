import type { Json, JsonObject } from '@interlingua/core'
import { list, names, unknown, user, type Bodies } from './pieces.ts'

const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'x' })
const responsesOf = (input: Json[], rest: JsonObject = {}): JsonObject => ({ model: 'm', input, ...rest })

export const responses: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) =>
        responsesOf([user], {
          tools: list(n, (i) => ({ type: 'function', name: name(i), parameters: { type: 'object' }, strict: false })),
        }),
    ]),
  ),
  'custom tools': (n) => responsesOf([user], { tools: list(n, (i) => ({ type: 'custom', name: `t${i}` })) }),
  'tools of a namespace': (n) =>
    responsesOf([user], {
      tools: [{ type: 'namespace', name: 'n', tools: list(n, () => ({ type: 'function', name: 'same', parameters: { type: 'object' } })) }],
    }),
  'calls with outputs': (n) => responsesOf([user, ...list(n, (i) => call(`c${i}`)), ...list(n, (i) => output(`c${i}`))]),
  'outputs that name their tools alone': (n) =>
    responsesOf([
      user,
      ...list(n, (i) => ({ type: 'function_call', call_id: `c${i}`, name: `f${i}`, arguments: '{}' })),
      ...list(n, (i) => ({ type: 'function_call_output', name: `f${n - 1 - i}`, output: 'x' })),
    ]),
  'outputs in reverse': (n) => responsesOf([user, ...list(n, (i) => call(`c${i}`)), ...list(n, (i) => output(`c${n - 1 - i}`))]),
  'calls without outputs': (n) => responsesOf([user, ...list(n, (i) => call(`c${i}`)), user]),
  'outputs without calls': (n) => responsesOf([user, ...list(n, (i) => output(`c${i}`))]),
  'outputs of one id': (n) => responsesOf([user, call('c'), ...list(n, () => output('c'))]),
  reasoning: (n) =>
    responsesOf([
      user,
      ...list(n, (i) => ({ type: 'reasoning', id: `r${i}`, summary: [], encrypted_content: 'x' })),
      { role: 'assistant', content: 'x' },
    ]),
  summaries: (n) =>
    responsesOf([
      user,
      { type: 'reasoning', id: 'r', summary: list(n, () => ({ type: 'summary_text', text: 'x' })) },
      { role: 'assistant', content: 'x' },
    ]),
  messages: (n) => responsesOf(list(n, (i) => ({ role: i % 2 ? 'assistant' : 'user', content: 'x' }))),
  'developer messages': (n) => responsesOf([user, ...list(n, () => ({ role: 'developer', content: 'x' }))]),
  'unknown items': (n) => responsesOf([user, ...list(n, () => ({ type: 'unheard_of' }))]),
  'unknown keys': (n) => responsesOf([user], unknown(n)),
}
