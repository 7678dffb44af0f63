import { lawStreamStatus, readCorpus } from '@interlingua/testkit'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { chat } from '../src/edge.ts'

test('counts are found where Groq has them', () => {
  const chunk = (rest: object): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...rest })}\n\n`
  const stream = [
    chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' }, finish_reason: null }] }),
    chunk({
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      x_groq: { usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } },
    }),
    'data: [DONE]\n\n',
  ].join('')
  expect(lawStreamStatus(chat, { id: 'groq', format: 'chat', path: '', request: null, status: 200, stream })).toEqual([])
})

const folder = fileURLToPath(new URL('../../../../shared/corpus/chat', import.meta.url))
const recorded = (readCorpus(folder) ?? []).filter(({ stream }) => stream !== undefined)

describeRecordings('recorded streams', folder, () => {
  test('there are some', () => expect(recorded.length).toBeGreaterThan(20))

  test.each(recorded.map((exchange) => [exchange.id, exchange] as const))('%s', (_, exchange) =>
    expect(lawStreamStatus(chat, exchange)).toEqual([]),
  )
})
