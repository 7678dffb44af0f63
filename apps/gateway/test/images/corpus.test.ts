import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { describeRecordings } from '../../../../tools/recordings.ts'
import { writeForm } from '../../../../packages/gateway/src/images/form.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { pixel } from './pictures.ts'
import { answerWith } from './scripted.ts'

/** Exchanges recorded outside this project, beside the checkout. */
const folder = new URL('../../../../../shared/corpus/images/', import.meta.url)

interface Recorded {
  readonly id: string
  readonly path: string
  readonly model: string | null
  readonly request: (Record<string, unknown> & { readonly _multipart?: readonly Part[] }) | null
  readonly status: number
  readonly response: Record<string, unknown>
}

interface Part {
  readonly name: string
  readonly filename?: string
  readonly value?: string
}

describeRecordings('recorded exchanges of images, replayed', folder, () => {
  const recorded = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded) // the corpus' schema
    // A report of usage is no request for images.
    .filter(({ path }) => !path.includes('/usage/'))
  let url: string
  let upstream: Awaited<ReturnType<typeof startUpstream>>
  beforeAll(async () => {
    upstream = await startUpstream()
    const gateway = await startGateway({
      channels: [
        {
          name: 'o',
          format: 'openai-images',
          baseUrl: upstream.url,
          models: ['*'],
          circuitBreaker: false,
          dialect: { sizes: 'any', edits: 'json' },
        },
      ],
    })
    url = gateway.url
  })

  /** Body of the recorded request; of files only the sizes were recorded. */
  function bodyOf({ request, model }: Recorded): { readonly body: string | Buffer; readonly type: string } {
    const parts = request?._multipart
    if (parts === undefined) return { body: JSON.stringify(request), type: 'application/json' }
    const file = (name: string): object => ({ filename: name, mime: 'image/png', base64: pixel })
    const fields = parts.map(({ name, filename, value }) => [name, filename === undefined ? (value ?? '') : file(filename)])
    const { type, bytes } = writeForm({ model: model ?? 'dall-e-2', ...Object.fromEntries(fields) })
    return { body: bytes, type }
  }

  test.for(recorded)('$id', async (exchange) => {
    upstream.seen.length = 0
    upstream.answer = answerWith(exchange.response, exchange.status)
    const path = exchange.path.endsWith('/edits') ? '/v1/images/edits' : '/v1/images/generations'
    const { body, type } = bodyOf(exchange)
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    const told = (await answer.json()) as Record<string, unknown>
    if (upstream.seen.length === 0) {
      // The gateway refuses requests that the upstream would have refused, and names the same field.
      expect([answer.status, exchange.status]).toEqual([400, 400])
      expect(told['error']).toMatchObject({ param: (exchange.response['error'] as { readonly param: string }).param })
      return
    }
    expect([answer.status, told]).toEqual([exchange.status, expect.objectContaining(exchange.response) as object])
    const { request } = exchange
    if (request === null || request._multipart) return
    const sent = JSON.parse(upstream.seen[0]?.body.toString('utf8') ?? '') as object
    const { response_format: _, ...rest } = request
    expect(sent).toMatchObject(withImages(rest))
  })

  /** Request with its images in the one form for upstreams, whatever the caller's form. */
  function withImages({ images, image: _image, ...rest }: Record<string, unknown>): object {
    if (!Array.isArray(images)) return rest
    return { ...rest, images: images.map((image: Record<string, unknown>) => ({ image_url: image['image_url'] ?? image['url'] })) }
  }
})
