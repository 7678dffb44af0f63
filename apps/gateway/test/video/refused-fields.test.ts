import { describe, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { answerWith } from '../images/scripted.ts'
import { submitVideo } from './ask-video.ts'

const upstream = await startUpstream()
const channel = { baseUrl: upstream.url, apiKey: 'any', circuitBreaker: false } as const
const [veo, ark] = ['veo-3.1-generate-preview', 'doubao-seedance-2-0-260128'] as const
const { url } = await startGateway({
  channels: [
    { name: 'veo', format: 'gemini-veo', ...channel, models: [veo] },
    { name: 'ark', format: 'ark-video', ...channel, models: [ark] },
  ],
})

const google = (field: string): object => ({
  error: {
    code: 400,
    message: `* ${field}: is not allowed here`,
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description: 'is not allowed here' }] }],
  },
})
const volcano = (param: string): object => ({
  error: { code: 'InvalidParameter', message: `The parameter ${param} is not valid`, param, type: 'BadRequest' },
})
const frame = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
const native = { model: veo, prompt: 'A cat', durationSeconds: 4, personGeneration: 'allow_all' }
const multimodal = {
  model: ark,
  prompt: 'A cat',
  metadata: {
    duration: 5,
    ratio: '16:9',
    content: [
      { ...frame, role: 'first_frame' },
      { ...frame, role: 'last_frame' },
    ],
  },
}

describe("what an upstream refuses by a field of its own is told by the caller's", () => {
  test.each([
    ['parameters.personGeneration', native, google, 'personGeneration'],
    ['parameters.durationSeconds', native, google, 'durationSeconds'],
    ['instances[0].prompt', native, google, 'prompt'],
    ['parameters', native, google, null],
    ['ratio', multimodal, volcano, 'metadata.ratio'],
    ['content', multimodal, volcano, 'metadata.content'],
    ['content[2].image_url.url', multimodal, volcano, 'metadata.content[1].image_url.url'],
  ] as const)('%s', async (field, request, refusal, param) => {
    upstream.answer = (response) => answerWith(refusal(field), 400)(response)
    const { status, body } = await submitVideo(url, request)
    expect([status, (body as { readonly error: { readonly param: string | null } }).error.param ?? null], JSON.stringify(body)).toEqual([
      400,
      param,
    ])
  })
})
