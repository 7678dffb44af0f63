import busboy from 'busboy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream, type SeenRequest } from '../start-upstream.ts'

const upstream = await startUpstream()
const { url, log } = await startGateway({
  channels: [
    {
      name: 'o',
      format: 'openai-images',
      baseUrl: `${upstream.url}/v1`,
      apiKey: 'key-of-openai',
      models: ['gpt-image-x'],
      circuitBreaker: false,
    },
  ],
})
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'), Buffer.alloc(64)])
upstream.answer = (response) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ created: 1, data: [{ b64_json: png.toString('base64') }] }))

async function send(body: Buffer | FormData, type?: string): Promise<number> {
  const answer = await fetch(`${url}/v1/images/edits`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', ...(type !== undefined && { 'content-type': type }) },
    body: body instanceof FormData ? body : new Uint8Array(body),
  })
  const text = await answer.text()
  expect(text).not.toMatch(/at .*\.ts|node:internal/)
  return answer.status
}

/** Names of the fields of a form that an upstream got, read by an independent parser. */
function fieldsOf({ headers, body }: SeenRequest): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const names: string[] = []
    const form = busboy({ headers, defParamCharset: 'utf8' })
    form.on('field', (name) => names.push(name))
    form.on('file', (name, stream) => {
      names.push(name)
      stream.resume()
    })
    form.on('close', () => resolve(names))
    form.on('error', reject)
    form.end(body)
  })
}

test('nothing in a form becomes a part, a header or a field that nobody sent', { timeout: 60_000 }, async () => {
  const nasty = fc.oneof(
    fc.constantFrom(
      'a"; name="n',
      'x\r\nx-evil: 1',
      'x\r\n\r\n--',
      '__proto__',
      'constructor',
      'image[]',
      'prompt',
      '',
      '\0',
      'ü"ü',
      '../../etc/passwd',
    ),
    fc.string({ maxLength: 20 }),
  )
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (filename, name, value) => {
      const form = new FormData()
      form.set('model', 'gpt-image-x')
      form.set('prompt', `a ship ${value}`)
      form.append('image', new File([new Uint8Array(png)], filename, { type: 'image/png' }))
      form.append(name, value)
      const before = upstream.seen.length
      const status = await send(form)
      expect([200, 400]).toContain(status)
      const seen = upstream.seen[before]
      if (seen === undefined) return
      const known = new Set(['model', 'prompt', 'image', 'image[]', 'n', 'size', 'quality', 'response_format', 'output_format', name])
      // Forms spell these three so.
      const plain = (field: string): string => field.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
      expect((await fieldsOf(seen)).filter((field) => !known.has(field) && !known.has(plain(field)))).toEqual([])
      expect(Object.keys(seen.headers)).not.toContain('x-evil')
    }),
    { numRuns: 60 },
  )
  expect(log().filter(({ event }) => event === 'request-failed')).toEqual([])
})

test('a form that is cut, empty, endless or of nonsense is a 400, soon', { timeout: 60_000 }, async () => {
  const type = 'multipart/form-data; boundary=b'
  const whole = Buffer.concat([
    Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\ngpt-image-x\r\n--b\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nx\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
    ),
    png,
    Buffer.from('\r\n--b--\r\n'),
  ])
  expect(await send(whole, type)).toBe(200)
  for (let end = 0; end < whole.length - 6; end += 7) expect([end, await send(whole.subarray(0, end), type)]).toEqual([end, 400])
  const many = Buffer.from(`${'--b\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n'.repeat(20_000)}--b--\r\n`)
  expect(await send(many, type)).toBe(400)
  const headers = Buffer.from(`--b\r\ncontent-disposition: form-data; name="model"\r\n${'x-a: b\r\n'.repeat(50_000)}\r\nx\r\n--b--\r\n`)
  expect(await send(headers, type)).toBe(400)
  for (const odd of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
    'multipart/mixed; boundary=b',
  ])
    expect([odd, await send(whole, odd)]).toEqual([odd, expect.toBeOneOf([400, 415])])
  expect(log().filter(({ event }) => event === 'request-failed')).toEqual([])
})
