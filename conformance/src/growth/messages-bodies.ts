import type { Json, JsonObject } from '@interlingua/core'
import { list, names, unknown, user, type Bodies } from './pieces.ts'

const messagesOf = (messages: Json[], rest: JsonObject = {}): JsonObject => ({ model: 'm', max_tokens: 100, messages, ...rest })
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })
const mark = { cache_control: { type: 'ephemeral' } }

export const messages: Bodies = {
  ...Object.fromEntries(
    Object.entries(names).map(([what, name]) => [
      `tools, ${what} names`,
      (n: number) => messagesOf([user], { tools: list(n, (i) => ({ name: name(i), input_schema: { type: 'object' } })) }),
    ]),
  ),
  'turns of a call': (n) => messagesOf([user, ...list(n, (i) => ({ role: 'assistant', content: [use(`c${i}`)] })), user]),
  'calls with results': (n) =>
    messagesOf([
      user,
      { role: 'assistant', content: list(n, (i) => use(`c${i}`)) },
      { role: 'user', content: list(n, (i) => result(`c${i}`)) },
    ]),
  'results in reverse': (n) =>
    messagesOf([
      user,
      { role: 'assistant', content: list(n, (i) => use(`c${i}`)) },
      { role: 'user', content: list(n, (i) => result(`c${n - 1 - i}`)) },
    ]),
  'results without calls': (n) => messagesOf([{ role: 'user', content: list(n, (i) => result(`c${i}`)) }]),
  'parts of a result': (n) =>
    messagesOf([
      user,
      { role: 'assistant', content: [use('c')] },
      { role: 'user', content: [{ ...result('c'), content: list(n, () => ({ type: 'text', text: 'x' })) }] },
    ]),
  'cache marks of parts': (n) => messagesOf([{ role: 'user', content: list(n, () => ({ type: 'text', text: 'x', ...mark })) }]),
  'cache marks of tools': (n) =>
    messagesOf([user], { tools: list(n, (i) => ({ name: `t${i}`, input_schema: { type: 'object' }, ...mark })) }),
  'system texts': (n) => messagesOf([user], { system: list(n, () => ({ type: 'text', text: 'x', ...mark })) }),
  thinking: (n) =>
    messagesOf([
      user,
      {
        role: 'assistant',
        content: [...list(n, () => ({ type: 'thinking', thinking: 'x', signature: 's' })), { type: 'text', text: 'x' }],
      },
      user,
    ]),
  documents: (n) =>
    messagesOf([
      { role: 'user', content: list(n, () => ({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } })) },
    ]),
  citations: (n) =>
    messagesOf([
      user,
      {
        role: 'assistant',
        content: [
          {
            type: 'text',
            text: 'x',
            citations: list(n, (i) => ({
              type: 'char_location',
              cited_text: 'x',
              document_index: 0,
              document_title: null,
              start_char_index: i,
              end_char_index: i + 1,
            })),
          },
        ],
      },
      user,
    ]),
  'unknown keys': (n) => messagesOf([user], unknown(n)),
  'unknown parts': (n) => messagesOf([{ role: 'user', content: list(n, () => ({ type: 'unheard_of' })) }]),
}
