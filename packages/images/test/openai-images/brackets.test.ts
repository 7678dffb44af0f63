import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { openaiImages } from '../../src/index.ts'

const file = { filename: 'a.png', mime: 'image/png', base64: 'iVBORw0KGgo=' }
const messageOf = (fields: Readonly<Record<string, string>>): Parameters<typeof openaiImages.parseRequest>[0] => ({
  path: '/v1/images/edits',
  query: {},
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: { model: 'm', prompt: 'x', image: file, ...fields },
})

test('objects that a client spells with brackets in a form are read as what they are, and come back so', () => {
  const { context, notices } = createTestContext()
  const message = messageOf({
    'optimize_prompt_options[mode]': 'fast',
    sequential_image_generation: 'auto',
    'sequential_image_generation_options[max_images]': '3',
    'parameters[n]': '2',
    'parameters[watermark]': 'true',
    'parameters[negative_prompt]': '2',
  })
  const request = openaiImages.decodeRequest(openaiImages.parseRequest(message, context), context)
  expect(request).toMatchObject({
    promptRewrite: { mode: 'fast' },
    sequence: { mode: 'auto', most: 3 },
    native: { parameters: { n: 2, watermark: true, negative_prompt: '2' } },
  })
  expect(openaiImages.encodeRequest(request, context).body).toEqual(message.body)
  expect(notices).toEqual([])
})

test('what is wrong in brackets is refused at its field; what nobody knows stays a key', () => {
  const { context } = createTestContext()
  const path = '/sequential_image_generation_options/max_images'
  for (const most of ['16', 'many', '']) {
    const message = messageOf({ sequential_image_generation: 'auto', 'sequential_image_generation_options[max_images]': most })
    expect(() => openaiImages.parseRequest(message, context)).toThrow(expect.objectContaining({ code: 'wire', path }))
  }
  const message = messageOf({ 'lens[focal]': '35', 'parameters[a][b]': '1', '__proto__[x]': '1' })
  const request = openaiImages.decodeRequest(openaiImages.parseRequest(message, context), context)
  expect(openaiImages.encodeRequest(request, context).body).toEqual(message.body)
})
