import type { Json, JsonObject } from '@interlingua/core'
import { chat } from '@interlingua/chat'
import { contents } from '@interlingua/contents'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { interactions } from '@interlingua/interactions'

function decoded(speech: Json): ReturnType<typeof interactions.decodeRequest> {
  const { context } = createTestContext()
  const body = { model: 'm', input: 'Hi', generation_config: { speech_config: speech } }
  return interactions.decodeRequest(interactions.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
}

const voices: readonly (readonly [Json, JsonObject])[] = [
  [[{ voice: 'Kore' }], { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } }],
  [[{ voice: 'Kore', language: 'no' }], { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } }, languageCode: 'no' }],
  [
    {
      speakers: [
        { voice: 'Kore', speaker: 'Ann' },
        { voice: 'Puck', speaker: 'Bo' },
      ],
    },
    {
      multiSpeakerVoiceConfig: {
        speakerVoiceConfigs: [
          { speaker: 'Ann', voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
          { speaker: 'Bo', voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
        ],
      },
    },
  ],
]

test.each(voices)('the voice %j goes to the other format of Google and back without a notice', (speech, expected) => {
  const { context, notices } = createTestContext()
  const sent = contents.encodeRequest(contents.lowerRequest(decoded(speech), context).request, context)
  expect(sent.body).toMatchObject({ generationConfig: { speechConfig: expected } })
  const model = '/v1beta/models/m:generateContent'
  const read = contents.decodeRequest(contents.parseRequest({ ...sent, path: model }, context), context)
  const back = interactions.encodeRequest(interactions.lowerRequest(read, context).request, context)
  const list = Array.isArray(speech) ? speech : (speech as JsonObject)['speakers'] // a list, or an object
  expect(back.body).toMatchObject({ generation_config: { speech_config: list } })
  expect(notices).toEqual([])
  expect(interactions.encodeRequest(decoded(speech), context).body).toMatchObject({ generation_config: { speech_config: speech } })
})

test.each([
  [[{ voice: 'Kore', mood: 'calm' }], '/generation_config/speech_config'],
  [[{ voice: 'Kore' }, { voice: 'Puck' }], '/generation_config/speech_config'],
])('what no voice says of %j is named', (speech, path) => {
  const { context, notices } = createTestContext()
  contents.lowerRequest(decoded(speech), context)
  expect(notices).toContainEqual(expect.objectContaining({ kind: 'dropped', path }))
  expect(interactions.encodeRequest(decoded(speech), context).body).toMatchObject({ generation_config: { speech_config: speech } })
})

test("a voice of another vendor is named, with the format of its samples, at the caller's field", () => {
  const { context, notices } = createTestContext()
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], modalities: ['audio'], audio: { voice: 'alloy', format: 'wav' } }
  const read = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  const sent = interactions.encodeRequest(interactions.lowerRequest(read, context).request, context)
  expect(JSON.stringify(sent.body)).not.toContain('speech_config')
  expect(notices.map(({ code, path }) => [code, path])).toContainEqual(['interactions/audio', '/audio'])
})
