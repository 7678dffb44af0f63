import { beforeAll, expect, test } from 'vitest'
import { png } from './media.ts'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'

const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'] as const
type Part = { text?: string; thought?: boolean; thoughtSignature?: string; functionCall?: { id?: string; name: string; args: unknown } }
interface Frame {
  candidates?: { content?: { parts?: Part[] }; finishReason?: string }[]
  usageMetadata?: object
}

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})

/** Request in the shape of gemini-cli's. */
const turn = (contents: readonly unknown[]): object => ({
  contents,
  systemInstruction: { role: 'user', parts: [{ text: 'You are an interactive agent.' }] },
  tools: [
    {
      functionDeclarations: [
        {
          name: 'read_file',
          description: 'Reads',
          parametersJsonSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        },
        {
          name: 'list_directory',
          description: 'Lists',
          parameters: { type: 'OBJECT', properties: { path: { type: 'STRING' } }, required: ['path'] },
        },
      ],
    },
  ],
  generationConfig: { temperature: 1, topP: 0.95, topK: 64, thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } },
})

const headers = { 'x-api-key': '', authorization: '', 'anthropic-version': '', 'x-goog-api-key': 'any', 'user-agent': 'GeminiCLI/0.61.0' }

async function run(model: string, body: object): Promise<{ parts: readonly Part[]; frames: readonly Frame[] }> {
  const answer = await post(`${gateway.url}/v1beta/models/${model}:streamGenerateContent?alt=sse`, body, headers)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  // Regular expression of the SDK that the CLI bundles.
  for (const piece of answer.text.replaceAll('\r\n', '\n').split('\n\n').filter(Boolean)) expect(piece).toMatch(/^data: \{.*\}$/)
  const frames = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Frame)
  expect(frames.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP')
  return { frames, parts: frames.flatMap((frame) => frame.candidates?.[0]?.content?.parts ?? []) }
}

test.each(models)('client 4: a session of gemini-cli runs on %s, its schemas in either spelling', async (model) => {
  const opening = { role: 'user', parts: [{ text: 'Use read_file path=a.txt and list_directory path=src' }] }
  const first = await run(model, turn([opening]))
  const calls = first.parts.flatMap(({ functionCall }) => functionCall ?? [])
  expect(calls.map(({ name, args }) => [name, args])).toEqual([
    ['read_file', { path: 'a.txt' }],
    ['list_directory', { path: 'src' }],
  ])
  const answered = calls.map(({ id, name }) => ({
    functionResponse: { ...(id !== undefined && { id }), name, response: { output: `${name} is done` } },
  }))
  const model1 = { role: 'model', parts: first.parts.filter(({ text, thoughtSignature }) => text !== '' || thoughtSignature !== undefined) }
  const second = await run(model, turn([opening, model1, { role: 'user', parts: answered }]))
  const text = second.parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('')
  expect(text).toContain('read_file is done')
  expect(text).toContain('list_directory is done')
})

test.each(models)(
  'client 4: calls without ids or signatures, and the word that skips the check of one, are taken for %s',
  async (model) => {
    const contents = [
      { role: 'user', parts: [{ text: 'Read it' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'read_file', args: { path: 'a' } }, thoughtSignature: 'skip_thought_signature_validator' },
          { functionCall: { name: 'read_file', args: { path: 'b' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'read_file', response: { output: 'first' } } },
          { functionResponse: { name: 'read_file', response: { output: 'second' } } },
        ],
      },
    ]
    const { parts } = await run(model, turn(contents))
    expect(parts.map(({ text }) => text ?? '').join('')).toMatch(/first.*second/s)
  },
)

test.each(models)('client 4: the classifier of auto mode gets its JSON from %s, though its schema is in capitals', async (model) => {
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Which model?' }] }],
    generationConfig: {
      temperature: 0,
      responseMimeType: 'application/json',
      responseJsonSchema: {
        type: 'OBJECT',
        properties: { reasoning: { type: 'STRING' }, model_choice: { type: 'STRING', enum: ['flash', 'pro'] } },
        required: ['reasoning', 'model_choice'],
      },
    },
  }
  const answer = await post(`${gateway.url}/v1beta/models/${model}:generateContent`, body, headers)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  const text = (answer.json() as Frame).candidates?.[0]?.content?.parts?.map((part) => part.text ?? '').join('') ?? ''
  expect(JSON.parse(text)).toEqual({
    reasoning: expect.any(String) as unknown,
    model_choice: expect.stringMatching(/^(flash|pro)$/) as unknown,
  })
})

test.each(models)('client 4: an image is counted before it is sent to %s', async (model) => {
  const body = { contents: [{ role: 'user', parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'image/png', data: png } }] }] }
  const answer = await post(`${gateway.url}/v1beta/models/${model}:countTokens`, body, headers)
  expect([answer.status, (answer.json() as { totalTokens: number }).totalTokens]).toEqual([
    200,
    expect.toSatisfy((tokens: number) => tokens > 200),
  ])
})
