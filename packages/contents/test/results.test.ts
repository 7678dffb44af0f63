import { findModelProfile } from '@interlingua/core'
import type { GenerateRequest, Part } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { contents, modelProfiles } from '../src/index.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const call: Part = { type: 'tool-call', callId: 'call_1', name: 'find', kind: 'function', arguments: '{}' }

/** Contents that a request becomes, and its notices. */
function lower(model: string, turns: GenerateRequest['turns']) {
  const profile = findModelProfile(modelProfiles, model)
  const { context, notices } = createTestContext(profile ? { model: profile } : {})
  const { body } = contents.encodeRequest(contents.lowerRequest({ model, turns }, context).request, context)
  return { contents: body.contents, told: notices.map(({ code, path }) => `${code} ${path}`) }
}

test('media of a result have no detail and no clip, which the server knows of parts alone', () => {
  const image: Part = { type: 'media', kind: 'image', detail: 'high', source: { type: 'inline', mime: 'image/png', base64: png } }
  const { contents: sent, told } = lower('gemini-3.5-flash', [
    { author: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    { author: 'assistant', parts: [call] },
    { author: 'user', parts: [{ type: 'tool-result', callId: 'call_1', parts: [{ ...image, clip: { fps: 1 } }] }, image] },
  ])
  expect(sent?.[2]?.parts).toMatchObject([{ functionResponse: { parts: [{ inlineData: { mimeType: 'image/png' } }] } }])
  expect(JSON.stringify(sent?.[2])).not.toMatch(/mediaResolution|videoMetadata/)
  expect(sent?.[3]?.parts).toMatchObject([{ mediaResolution: {} }])
  expect(told).toEqual(
    expect.arrayContaining([expect.stringMatching(/media-detail .*\/detail$/), expect.stringMatching(/media-clip .*\/clip$/)]),
  )
})

test('the result that stands for a missing one has an id as its call has one: where the model knows none, none', () => {
  for (const [model, id] of [
    ['gemini-2.5-flash', undefined],
    ['gemini-3.5-flash', 'call_1'],
  ] as const) {
    const { contents: sent } = lower(model, [
      { author: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      { author: 'assistant', parts: [call] },
      { author: 'user', parts: [{ type: 'text', text: 'So?' }] },
    ])
    const ids = ['functionCall', 'functionResponse'].map(
      (key) => sent?.flatMap(({ parts = [] }) => parts).find((part) => key in part)?.[key],
    )
    expect(ids).toMatchObject([{ name: 'find' }, { name: 'find' }])
    expect(JSON.stringify(ids).match(/"id":"[^"]*"/g)).toEqual(id === undefined ? null : [`"id":"${id}"`, `"id":"${id}"`])
  }
})
