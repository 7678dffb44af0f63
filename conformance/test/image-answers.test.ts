import type { JsonObject } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { crossAnswer, crossRequest, crossStream } from '../src/cross.ts'

const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
const url = 'data:image/png;base64,iVBORw0KGgo='
const shown = [{ type: 'image_url', image_url: { url } }]
const candidate = (parts: readonly JsonObject[]): JsonObject => ({
  responseId: 'r',
  modelVersion: 'g',
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
})

describe('images that a model makes', () => {
  test('are in message.images for a chat client, with their seal', () => {
    const { body, notices } = crossAnswer('contents', 'chat', candidate([{ text: 'Here.' }, { ...image, thoughtSignature: 'c2ln' }]))
    const [choice] = body['choices'] as readonly JsonObject[]
    expect(choice?.['message']).toMatchObject({ content: 'Here.', images: shown, reasoning_details: [{}] })
    expect(notices.map(({ code }) => code)).not.toContain('chat/answer-part')
  })

  test('are in delta.images of a stream', () => {
    const frames = [candidate([{ text: 'Here.' }]), candidate([image])].map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
    expect(crossStream('contents', 'chat', frames)).toContain(`"images":${JSON.stringify(shown)}`)
  })

  test('of a chat upstream reach a native client, in documents and streams', () => {
    const message = { role: 'assistant', content: 'Here.', images: [{ ...shown[0], index: 0 }] }
    const head = { id: 'c', created: 1, model: 'm' }
    const { body } = crossAnswer('chat', 'contents', {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    })
    expect(JSON.stringify(body)).toContain(JSON.stringify(image))
    const chunks = [{ role: 'assistant', content: 'Here.' }, { images: shown }, {}].map((delta, step) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: step === 2 ? 'stop' : null }],
    }))
    const text = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
    expect(crossStream('chat', 'contents', text)).toContain('iVBORw0KGgo=')
  })

  test('come back with the history of a chat client', () => {
    const { body } = crossRequest('chat', 'contents', {
      model: 'g',
      messages: [
        { role: 'user', content: 'Draw.' },
        { role: 'assistant', content: 'Here.', images: shown },
        { role: 'user', content: 'Bigger.' },
      ],
    })
    expect((body['contents'] as readonly JsonObject[])[1]).toMatchObject({ role: 'model', parts: [{ text: 'Here.' }, image] })
  })
})
