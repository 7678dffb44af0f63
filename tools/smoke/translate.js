// What a user of the published packages writes: a chat request for a messages upstream, and a chat upstream's stream for a messages client.
// Plain JavaScript, so that it runs as it is in Node, in a browser bundle and in a bundle for a bare runtime.
import { chat } from '@interlingua/chat'
import { chain, translateRequest, translateStream } from '@interlingua/core'
import { messages } from '@interlingua/messages'

const request = {
  model: 'claude-sonnet-4-5',
  max_completion_tokens: 64,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather in Köln?' },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'weather',
        description: 'Weather of a city',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ],
}

const chunk = (delta, finish = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-5',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const call = (piece) => ({ tool_calls: [{ index: 0, ...piece }] })
const upstream = [
  chunk({ role: 'assistant', content: 'Wait ' }),
  chunk({ content: 'for Köln.' }),
  chunk(call({ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '' } })),
  chunk(call({ function: { arguments: '{"city":' } })),
  chunk(call({ function: { arguments: '"Köln"}' } })),
  chunk({}, 'tool_calls'),
]

export function translate(context) {
  const { message } = translateRequest(
    chat,
    messages,
    { path: '/v1/chat/completions', query: {}, headers: {}, body: request },
    { client: context, upstream: context },
  )
  const { reader, writer } = translateStream(messages, chat, { client: context, upstream: context }, {})
  const machine = chain(reader, writer)
  const text = [...upstream.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'].flatMap((piece) =>
    machine.push(piece),
  )
  return { message, stream: [...text, ...machine.end()].join('') }
}
