import type { Json, JsonObject, WireMessage } from '@interlingua/core'
import { isInterlinguaError } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geminiImage, imagenPredict, openaiImages, type ImageUpstream } from '../../src/index.ts'
import { arbitraryBody, png } from '../arbitrary-request.ts'
import { runs } from '../../../../tools/runs.ts'

function message(body: unknown, path = '/v1/images/generations', type = 'application/json'): WireMessage<unknown> {
  return { path, query: {}, headers: { 'content-type': type }, body }
}

/** The calls of a body, or the field at which it is refused. Any other error is a bug. */
function translate(sent: WireMessage<unknown>, upstream: ImageUpstream): readonly WireMessage<unknown>[] | string {
  const { context } = createTestContext()
  try {
    const request = openaiImages.decodeRequest(openaiImages.parseRequest(sent, context), context)
    return upstream.lowerRequest(request, context).map((call) => upstream.encodeRequest(call, context))
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return error.path
  }
}

const names = [
  'model',
  'prompt',
  'image',
  'images',
  'image[]',
  'mask',
  'contents',
  'input',
  'parameters',
  'n',
  'size',
  'stream',
  'tools',
  'user',
  'optimize_prompt_options',
  'output_format',
]

test.each([openaiImages, imagenPredict, geminiImage])(
  '$format: whatever stands in a field, it is taken or refused',
  (upstream: ImageUpstream) => {
    const body = fc
      .tuple(arbitraryBody, fc.dictionary(fc.constantFrom(...names), fc.jsonValue()))
      .map(([whole, wrong]) => ({ ...whole, ...wrong }))
    const type = fc.constantFrom('application/json', 'multipart/form-data; boundary=x')
    fc.assert(
      fc.property(body, type, fc.constantFrom('/v1/images/generations', '/v1/images/edits'), (value, contentType, path) => {
        const calls = translate(message(value, path, contentType), upstream)
        if (typeof calls !== 'string') expect(calls.length).toBeGreaterThan(0)
      }),
      runs(300),
    )
    fc.assert(
      fc.property(fc.anything(), (value) => {
        translate(message(value), upstream)
      }),
    )
  },
)

test.each(['application/json', 'multipart/form-data'])('%s: a key called __proto__ is a key like any other', (type) => {
  const body = JSON.parse(`{"model":"m","prompt":"p","image":"${png}","__proto__":"x","constructor":"y"}`) as JsonObject // an object
  const { context } = createTestContext()
  const sent = message(body, '/v1/images/edits', type)
  const request = openaiImages.decodeRequest(openaiImages.parseRequest(sent, context), context)
  const back = openaiImages.encodeRequest(request, context).body
  expect(Object.entries(back)).toEqual(
    expect.arrayContaining([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]),
  )
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype)
})

test.each([openaiImages, imagenPredict, geminiImage])('$format: no answer breaks its reader', (upstream: ImageUpstream) => {
  const words: fc.Arbitrary<Json> = fc.oneof(
    fc.jsonValue().map((value) => value as Json),
    fc.constant(png),
  ) // JSON, by its name
  const item = fc.dictionary(
    fc.constantFrom('url', 'b64_json', 'bytesBase64Encoded', 'raiFilteredReason', 'error', 'content', 'finishReason', 'mimeType'),
    words,
  )
  const answer = fc.dictionary(
    fc.constantFrom('created', 'data', 'predictions', 'candidates', 'usage', 'usageMetadata', 'errors', 'error', 'promptFeedback'),
    fc.oneof(words, fc.array(item)),
  )
  fc.assert(
    fc.property(answer, (body) => {
      const { context } = createTestContext()
      try {
        const response = upstream.decodeResponse(upstream.parseResponse({ status: 200, headers: {}, body }, context), context)
        expect(response.items.length).toBeGreaterThan(0)
        openaiImages.encodeResponse(response, context)
        imagenPredict.encodeResponse(response, context)
      } catch (error) {
        if (!isInterlinguaError(error)) throw error
      }
    }),
    runs(500),
  )
})
