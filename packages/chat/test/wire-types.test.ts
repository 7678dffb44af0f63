import type { Json, JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { chat } from '../src/index.ts'
import type { WireFailure, WireRequest, WireResponse, WireStreamChunk } from '../src/index.ts'

/** Type of the official SDK as its JSON: interfaces have no index signature of their own. */
type Plain<T> = unknown extends T
  ? Json
  : T extends string | number | boolean | null
    ? T
    : T extends readonly (infer E)[]
      ? readonly Plain<E>[]
      : { [K in keyof T]: Plain<T[K]> }

/** Does not compile if the SDK's type is not assignable to this package's. */
function accept<Wire>(_value: Wire): void {}

declare const params: Plain<OpenAI.ChatCompletionCreateParams>
declare const streaming: Plain<OpenAI.ChatCompletionCreateParamsStreaming>
declare const completion: Plain<OpenAI.ChatCompletion>
declare const chunk: Plain<OpenAI.ChatCompletionChunk>

/** Compiled but never called: the SDK's requests and responses are wire documents of this package. */
export function sdkTypesAreWireTypes(): void {
  accept<WireRequest>(params)
  accept<WireRequest>(streaming)
  accept<WireResponse>(completion)
  accept<WireStreamChunk>(chunk)
  accept<WireFailure>({ error: { message: '', type: null, param: null, code: null } })
  // @ts-expect-error a request without messages is none
  accept<WireRequest>({ model: 'm' })
}

test('what is printed has the shape of the official types', () => {
  const { context } = createTestContext()
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } satisfies OpenAI.ChatCompletionCreateParams
  const decoded = chat.decodeRequest(chat.parseRequest({ path: '', query: {}, headers: {}, body }, context), context)
  const printed: Pick<OpenAI.ChatCompletionCreateParams, 'model'> & JsonObject = chat.encodeRequest(decoded, context).body
  expect(printed).toEqual(body)
})
