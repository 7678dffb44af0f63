import { chat } from '@interlingua/chat'
import { openaiErrorTypes, openaiErrorWords, readFailure } from '@interlingua/adapter-kit'
import { responses } from '@interlingua/responses'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'

const { context } = createTestContext()

const reply = (error: Readonly<Record<string, string>>, status: number) =>
  ({ status, headers: {}, body: { error: { message: 'm', ...error } } }) as const

describe.each(Object.entries(openaiErrorWords))('the code `%s`', (word, { code }) => {
  test.each([200, 400, 429, 500])('means the same in every format, with status %d', (status) => {
    const document = reply({ code: word, type: 'invalid_request_error' }, status)
    for (const failure of [chat.decodeFailure(document, context), responses.decodeFailure(document, context)])
      expect(failure.code).toBe(code)
    // Embeddings, images and videos: a status says more than the word for any fault of the caller.
    if (code !== 'invalid-request') expect(readFailure(document, 'openai-images', context).code).toBe(code)
  })
})

test.each(Object.entries(openaiErrorTypes))('the type `%s` means the same in every format', (type, { code }) => {
  const document = reply({ type }, 400)
  const failures = [chat.decodeFailure(document, context), responses.decodeFailure(document, context)]
  expect(failures.map((failure) => failure.code)).toEqual(Array(2).fill(code === 'server' ? 'invalid-request' : code))
  if (code !== 'server') expect(readFailure(document, 'openai-images', context).code).toBe(code)
})
