import { chat } from '@interlingua/chat'
import { translateRequest } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { interactions } from '@interlingua/interactions'

const body = { agent: 'deep-research-1', input: 'Why?', background: true, store: true }
const message = { path: '', query: {}, headers: {}, body }

test("a request for an agent is refused by any other upstream, at the caller's field", () => {
  const { context } = createTestContext()
  const { refusal } = translateRequest(interactions, chat, message, { client: context, upstream: context })
  expect(refusal).toMatchObject({
    code: 'invalid-request',
    status: 400,
    path: '/agent',
    message: expect.stringContaining('agent:') as unknown,
  })
})

test('a request for an agent goes to the service itself as it came', () => {
  const { context } = createTestContext()
  const { message: sent } = translateRequest(interactions, interactions, message, { client: context, upstream: context })
  expect(sent?.body).toEqual(body)
})
