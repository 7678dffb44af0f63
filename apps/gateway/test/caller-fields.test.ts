import { beforeAll, describe, expect, test } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

// A refusal by the upstream alone is told with the path of the field in the caller's own document, followed by the upstream's words.
const formats = ['messages', 'responses', 'chat', 'contents'] as const
type Format = (typeof formats)[number]

let gateway: RunningGateway
let upstream: RunningUpstream
beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    channels: formats.map((format) => ({ name: format, format, baseUrl: upstream.url, apiKey: 'k', models: [`m-${format}`] })),
  })
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Sends a conversation whose second turn of the user holds an image. */
function ask(format: Format, model: string, stream: boolean): Promise<Answer> {
  const image = `data:image/png;base64,${png}`
  switch (format) {
    case 'messages':
      return post(`${gateway.url}/v1/messages`, {
        model,
        max_tokens: 100,
        stream,
        system: 'be brief',
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'hello' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'this' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            ],
          },
        ],
      })
    case 'responses':
      return post(`${gateway.url}/v1/responses`, {
        model,
        stream,
        instructions: 'be brief',
        input: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'hello' },
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'this' },
              { type: 'input_image', image_url: image },
            ],
          },
        ],
      })
    case 'chat':
      return post(`${gateway.url}/v1/chat/completions`, {
        model,
        stream,
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'hello' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'this' },
              { type: 'image_url', image_url: { url: image } },
            ],
          },
        ],
      })
    case 'contents':
      return post(`${gateway.url}/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`, {
        systemInstruction: { parts: [{ text: 'be brief' }] },
        contents: [
          { role: 'user', parts: [{ text: 'hi' }] },
          { role: 'model', parts: [{ text: 'hello' }] },
          { role: 'user', parts: [{ text: 'this' }, { inlineData: { mimeType: 'image/png', data: png } }] },
        ],
      })
  }
}

/** Places of the image in the caller's own document. */
const places: Readonly<Record<Format, RegExp>> = {
  messages: /^messages\.2\.content\.1\b/,
  responses: /^input\[2\]\.content\[1\]/,
  chat: /^messages\[3\]\.content\[1\]/,
  contents: /^contents\[2\]\.parts\[1\]/,
}

/** Refusals of that image in each vendor's words. */
const refusals: Readonly<Record<Format, object>> = {
  messages: {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'messages.2.content.1.image.source.base64.data: Could not process image' },
  },
  responses: {
    error: {
      message: "Invalid 'input[2].content[1].image_url'. Could not process image",
      type: 'invalid_request_error',
      param: 'input[2].content[1].image_url',
      code: 'invalid_value',
    },
  },
  chat: {
    error: {
      message: "Invalid 'messages[3].content[1].image_url'. Could not process image",
      type: 'invalid_request_error',
      param: 'messages[3].content[1].image_url.url',
      code: 'invalid_value',
    },
  },
  contents: {
    error: {
      code: 400,
      message: '* GenerateContentRequest.contents[2].parts[1].inline_data.data: Could not process image\n',
      status: 'INVALID_ARGUMENT',
    },
  },
}

function placeIn(format: Format, answer: Answer): string {
  const { error } = answer.json() as { error: { message: string; param?: string; details?: { fieldViolations?: { field: string }[] }[] } } // an error document
  if (format === 'messages') return error.message
  if (format !== 'contents') return error.param ?? ''
  return error.details?.flatMap(({ fieldViolations = [] }) => fieldViolations)[0]?.field ?? ''
}

describe.each(formats.flatMap((client) => formats.filter((to) => to !== client).map((to) => [client, to] as const)))(
  'a client of %s, refused by %s',
  (client, to) => {
    test.each([false, true])('reads the path of its own field (stream: %s)', async (stream) => {
      upstream.answer = (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusals[to]))
      const answer = await ask(client, `m-${to}`, stream)
      expect(answer.status).toBe(400)
      expect(placeIn(client, answer)).toMatch(places[client])
      expect(answer.text).toContain('Could not process image')
    })
  },
)

test('a count is refused at the caller’s own field as well', async () => {
  upstream.answer = (response) =>
    void response.writeHead(400, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        error: { code: 400, message: '* CountTokensRequest.contents[0].parts[0].text: too odd', status: 'INVALID_ARGUMENT' },
      }),
    )
  const answer = await post(`${gateway.url}/v1/messages/count_tokens`, {
    model: 'm-contents',
    system: 'x',
    messages: [{ role: 'user', content: 'hi' }],
  })
  expect([answer.status, answer.json()]).toMatchObject([400, { error: { message: expect.stringMatching(/^messages\.0/) as unknown } }])
})

test('a field that the caller never said is not named', async () => {
  upstream.answer = (response) =>
    void response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'max_tokens: 4096 > 1024' } }))
  const answer = await ask('chat', 'm-messages', false)
  expect(answer.json()).toMatchObject({ error: { param: null, message: 'max_tokens: 4096 > 1024' } })
})

test.each(['chat', 'responses', 'contents'] as const)(
  'a result without its call, and nothing else, is named by its field: to %s',
  async (to) => {
    const answer = await post(`${gateway.url}/v1/messages`, {
      model: `m-${to}`,
      max_tokens: 10,
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'y' }] }],
    })
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { error: { message: expect.stringMatching(/^messages\.0\.content\.0: /) as unknown } },
    ])
  },
)
