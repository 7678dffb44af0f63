import { defaultLimits, defaultPolicy, type Context, type GenerateRequest, type GenerateResponse } from '@interlingua/core'
import { expect, it } from 'vitest'
import { detachState, keptItemId, readKeptItemId, responses } from '../src/index.ts'

const context: Context = {
  onNotice: () => {},
  newId: (prefix) => `${prefix}1`,
  now: () => 0,
  limits: defaultLimits,
  policy: defaultPolicy,
  dialect: {},
}

const answer: GenerateResponse = {
  id: 'resp_abc123',
  model: 'm',
  status: 'completed',
  candidates: [
    {
      index: 0,
      parts: [
        { type: 'text', text: 'one' },
        { type: 'tool-call', callId: 'call_1', name: 'f', kind: 'function', arguments: '{}' },
      ],
      finish: { unified: 'tool-calls' },
    },
  ],
}

function decode(body: object): GenerateRequest {
  const message = { path: '/v1/responses', query: {}, headers: {}, body: { model: 'm', input: 'hi', ...body } }
  return responses.decodeRequest(responses.parseRequest(message, context), context)
}

function encode(request: GenerateRequest): unknown {
  return responses.encodeRequest(responses.lowerRequest(request, context).request, context).body
}

it('tells by the ids of the items of a kept answer which answer they are of, and at which place', () => {
  const { body } = responses.encodeResponse(answer, context, { kept: true })
  const ids = (body['output'] as { id: string }[]).map(({ id }) => id) // items have ids
  expect(ids).toEqual(['msg_abc123_0', 'fc_abc123_1'])
  expect(ids.map(readKeptItemId)).toEqual([
    { responseId: 'resp_abc123', index: 0 },
    { responseId: 'resp_abc123', index: 1 },
  ])
})

it('keeps ids of items short however long the id of the answer is', () => {
  expect(keptItemId('msg_', `resp_${'x'.repeat(80)}`, 3).length).toBeLessThanOrEqual(64)
  expect(readKeptItemId('call')).toBeUndefined()
})

it('leaves nothing of the state to an upstream of this format but that it keeps nothing and seals its reasoning', () => {
  const asked = decode({ previous_response_id: 'resp_1', store: true, background: false, include: ['message.output_text.logprobs'] })
  expect(encode(detachState(asked, { own: true }))).toEqual({
    model: 'm',
    input: 'hi',
    store: false,
    background: false,
    include: ['message.output_text.logprobs', 'reasoning.encrypted_content'],
  })
  expect(encode(detachState(decode({ conversation: 'conv_1', background: true }), { own: true, sealed: false }))).toEqual({
    model: 'm',
    input: 'hi',
    store: false,
  })
})

it('leaves nothing of the state to an upstream of another format', () => {
  const asked = decode({ previous_response_id: 'resp_1', store: true, background: true })
  expect(detachState(asked, { own: false }).state).toBeUndefined()
})
