import { fileURLToPath } from 'node:url'
import type { WireMessage } from '@interlingua/core'
import { createTestContext, readCorpus } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { openaiImages } from '../src/index.ts'

// Recorded traffic of third parties, which lies beside the checkout and is not part of the repository.
const corpus = fileURLToPath(new URL('../../../../shared/corpus/images', import.meta.url))

// The usage report is another endpoint, and the only exchange that is left out.
const exchanges = (readCorpus(corpus) ?? []).filter(({ path }) => path !== '/v1/organization/usage/images')
const answers = exchanges.filter(({ status }) => status === 200)
const failures = exchanges.filter(({ status }) => status !== 200)

interface FormPart {
  readonly name: string
  readonly filename?: string
  readonly content_type?: string
  readonly value?: string
}

/** The message of a recorded request. The corpus keeps forms without the bytes of their files, which any PNG replaces. */
function messageOf({ path, request }: { readonly path: string; readonly request?: unknown }): WireMessage<unknown> {
  const parts = (request as { readonly _multipart?: readonly FormPart[] })._multipart
  const type = parts === undefined ? 'application/json' : 'multipart/form-data; boundary=x'
  const body =
    parts === undefined
      ? request
      : Object.fromEntries(
          parts.map(({ name, filename, content_type: mime = '', value }) => [
            name,
            filename === undefined ? value : { filename, mime, base64: 'iVBORw0KGgoAAAA=' },
          ]),
        )
  return { path, query: {}, headers: { 'content-type': type }, body }
}

describeRecordings('recorded calls of image models', corpus, () => {
  test('there are as many as the corpus has, but for the report of usage', () => {
    expect(exchanges).toHaveLength(13)
  })

  test.each(exchanges)('$id: the request comes back as it went in', (exchange) => {
    const { context, notices } = createTestContext()
    const message = messageOf(exchange)
    // The recorded server refuses an empty prompt, and so does the adapter, at the same field.
    if ((exchange.request as { readonly prompt?: string }).prompt === '') {
      expect(() => openaiImages.parseRequest(message, context)).toThrow(expect.objectContaining({ path: '/prompt' }))
      return
    }
    const request = openaiImages.decodeRequest(openaiImages.parseRequest(message, context), context)
    const back = openaiImages.encodeRequest(request, context)
    expect(back.body).toEqual(message.body)
    expect(back.path.split('/').at(-1)).toBe(exchange.path === '/api/v1/images' ? 'generations' : exchange.path.split('/').at(-1))
    expect(notices).toEqual([])
  })

  test.each(answers)('$id: the answer comes back as it went in', ({ status, response }) => {
    const { context, notices } = createTestContext()
    const parsed = openaiImages.parseResponse({ status, headers: {}, body: response }, context)
    const answer = openaiImages.decodeResponse(parsed, context)
    expect(answer.items.every(({ type }) => type === 'image')).toBe(true)
    expect(openaiImages.encodeResponse(answer, context).body).toEqual(response)
    expect(notices).toEqual([])
  })

  test.each(failures)('$id: the failure is read with its message and its field', ({ status, response }) => {
    const { context } = createTestContext()
    const { error } = response as { readonly error: { readonly message: string; readonly param: string } }
    expect(openaiImages.decodeFailure({ status, headers: {}, body: response }, context)).toMatchObject({
      code: 'invalid-request',
      message: error.message,
      retryable: false,
      status: 400,
      path: `/${error.param.replaceAll(/[.[\]]+/g, '/')}`,
    })
    expect(() => openaiImages.parseResponse({ status: 200, headers: {}, body: response }, context)).toThrow(
      expect.objectContaining({ code: 'wire' }),
    )
  })
})
