import { isRetryable } from '@interlingua/core'
import type { FailureCode } from '@interlingua/core'
import { describe, expect, test } from 'vitest'
import { openaiErrors, openaiErrorTypes, openaiErrorWords, encodeErrorWord, readOpenaiError } from '@interlingua/adapter-kit'

describe('words that servers read differently before', () => {
  test.each([
    ['usage_limit_reached', 429, 'billing', false],
    ['cyber_policy', 400, 'policy', false],
    ['server_overloaded', 500, 'overloaded', true],
  ] as const)('`%s`', (word, status, code, retryable) => {
    expect(readOpenaiError({ code: word, type: 'invalid_request_error' }, status)).toEqual({ code, retryable })
    expect(readOpenaiError({ code: word }, 200)).toEqual({ code, retryable })
  })

  test('the quota of a subscription is named by the type alone, too', () => {
    expect(readOpenaiError({ type: 'usage_limit_reached' }, 429)).toEqual({ code: 'billing', retryable: false })
  })
})

test('the code wins over the type, the type over the status', () => {
  expect(readOpenaiError({ code: 'model_not_found', type: 'rate_limit_error' }, 400).code).toBe('not-found')
  expect(readOpenaiError({ code: null, type: 'rate_limit_error' }, 400).code).toBe('rate-limit')
  expect(readOpenaiError({ code: null }, 409).code).toBe('conflict')
})

test.each(['invalid_request_error', 'server_error', 'api_error', 'BadRequestError'])('a status says more than the type `%s`', (type) => {
  expect(readOpenaiError({ type }, 404).code).toBe('not-found')
  expect(readOpenaiError({ type }, 503).code).toBe('overloaded')
  expect(readOpenaiError({ type }, 200).code).toBe(openaiErrorTypes[type as keyof typeof openaiErrorTypes].code) // a type of the table above
})

test.each([
  [{ code: 503 }, 'overloaded'],
  [{ code: '404' }, 'not-found'],
  [{ status: 429 }, 'rate-limit'],
  [{ status_code: 418 }, 'invalid-request'],
  [{ code: 502 }, 'server'],
  [{ code: 'constructor' }, 'server'],
  [{}, 'server'],
] as const)('%j with status 200', (error, code) => {
  expect(readOpenaiError(error, 200)).toEqual({ code, retryable: isRetryable(code) })
})

test('a dialect adds words of its own, which may know better whether to try again', () => {
  const words = { ...openaiErrorWords, warming_up: { code: 'not-found', retryable: true } } as const
  expect(readOpenaiError({ code: 'warming_up' }, 404, words)).toEqual({ code: 'not-found', retryable: true })
  expect(readOpenaiError({ code: 'slow_down' }, 404, words)).toEqual({ code: 'overloaded', retryable: true })
})

describe.each(Object.keys(openaiErrors) as FailureCode[])('%s', (code) => {
  test('is printed with the first word for it', () => {
    const first = Object.entries(openaiErrorWords).find(([, word]) => word.code === code)?.[0]
    expect(first).toBeDefined()
    expect(encodeErrorWord(openaiErrorWords, code)).toBe(first)
    expect(openaiErrors[code].code).toBe(code === 'invalid-request' ? null : first)
  })

  test('is read as what it was, with its status and within a stream', () => {
    const { status, ...error } = openaiErrors[code]
    expect(readOpenaiError(error, status)).toEqual({ code, retryable: isRetryable(code) })
    expect(readOpenaiError(error, 200)).toEqual({ code, retryable: isRetryable(code) })
  })
})

test('a code that has no word has none to print', () => {
  expect(encodeErrorWord({}, 'server')).toBeUndefined()
})
