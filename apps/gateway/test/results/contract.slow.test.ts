import fc from 'fast-check'
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { request } from 'undici'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Results } from '@interlingua/tasks'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { openResults } from './open-results.ts'
import { storageKinds, type TestStorage } from './storages.ts'

const mebibyte = 1024 * 1024
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // the flag `--expose-gc` gives new contexts this function

describe.each(storageKinds)('results $name', ({ create }) => {
  let storage: TestStorage
  let data: string
  let gateway: RunningGateway
  /** Results of another gateway process; its addresses are read at the first gateway. */
  let results: Results

  beforeAll(async () => {
    storage = await create()
    data = tempFolder('results')
    gateway = await startGateway({ dataDir: data, results: storage.results })
    results = await openResults({ dataDir: data, results: storage.results })
  })

  /** Request of a client, for the address of a result. */
  function asked(): IncomingMessage {
    return { headers: { host: new URL(gateway.url).host }, socket: {} } as IncomingMessage // `keep` reads no other fields
  }

  async function keep(bytes: Buffer | AsyncIterable<Uint8Array>, mime = 'image/png'): Promise<string> {
    return (await results.keep(bytes, mime, asked())).url
  }

  /** Small pieces of odd sizes, which no part of an upload begins with. */
  async function* piecesOf(bytes: Buffer, size = 65_537): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
  }

  test('bytes come back as they were kept, from another gateway than the one that kept them, to fetch and to undici', async () => {
    for (const bytes of [randomBytes(1000), Buffer.alloc(0), randomBytes(300_000)]) {
      const { url, expiresAt } = await results.keep(bytes, 'image/png', asked())
      expect(url.startsWith(`${gateway.url}/v1/results/`)).toBe(true)
      expect(expiresAt).toBeGreaterThan(Date.now() + 86_390_000)
      const answer = await fetch(url)
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(bytes)]).toEqual([200, true])
      const { statusCode, body } = await request(url)
      expect([statusCode, Buffer.from(await body.arrayBuffer()).equals(bytes)]).toEqual([200, true])
    }
  })

  test('the answer says what it is, that it may be shown, and for how long it may be kept by its reader alone', async () => {
    const url = await keep(randomBytes(500), 'image/jpeg; charset=binary')
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(url, { method })
      expect(answer.status).toBe(200)
      const headers = Object.fromEntries(answer.headers)
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': '500',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      })
      expect(headers['content-disposition']).toMatch(/^inline; filename="[0-9a-f]{32}\.jpg"$/)
      expect(headers['etag']).toMatch(/^"[0-9a-f]{32}"$/)
      expect(Number(/^private, max-age=(\d+)$/.exec(headers['cache-control'] ?? '')?.[1])).toBeGreaterThan(86_000)
      expect((await answer.arrayBuffer()).byteLength).toBe(method === 'GET' ? 500 : 0)
    }
  })

  test('what a browser would run is handed out as bytes to be saved', async () => {
    for (const mime of ['text/html', 'image/svg+xml', 'application/pdf', 'nonsense', '', 'image/png\r\nx-evil: 1x']) {
      const { headers, status } = await fetch(await keep(Buffer.from('<script>alert(1)</script>'), mime))
      const [type, disposition] = [headers.get('content-type'), headers.get('content-disposition')]
      expect([status, headers.get('x-evil'), type]).toEqual([200, null, 'application/octet-stream'])
      expect(disposition).toMatch(/^attachment; filename="[0-9a-f]{32}\.bin"$/)
    }
  })

  test('any range gives those bytes, and one behind the end is refused', async () => {
    const bytes = randomBytes(1000)
    const url = await keep(bytes)
    const position = fc.integer({ min: 0, max: 1100 })
    await fc.assert(
      fc.asyncProperty(fc.option(position), fc.option(position), async (first, last) => {
        const answer = await fetch(url, { headers: { range: `bytes=${first ?? ''}-${last ?? ''}` } })
        const body = Buffer.from(await answer.arrayBuffer())
        const whole = (first === null && last === null) || (first !== null && last !== null && last < first)
        const wanted =
          first === null
            ? bytes.subarray(Math.max(0, 1000 - (last ?? 1000)))
            : bytes.subarray(first, last === null || whole ? 1000 : last + 1)
        if (whole) return void expect([answer.status, body.equals(bytes)]).toEqual([200, true])
        if (wanted.length === 0) {
          expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
          return void expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'range_not_satisfiable' } })
        }
        const from = first ?? 1000 - wanted.length
        expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${from + wanted.length - 1}/1000`])
        expect([body.equals(wanted), answer.headers.get('content-length')]).toEqual([true, String(wanted.length)])
      }),
      { numRuns: 60 },
    )
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b', 'bytes=--5'])
      expect((await fetch(url, { headers: { range } })).status).toBe(200)
    const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=10-19' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([206, '10'])
  })

  test('whoever has it already is told so, and a range of something else is not given', async () => {
    const url = await keep(randomBytes(100))
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? ''
    for (const told of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await fetch(url, { headers: { 'if-none-match': told } })).status).toBe(304)
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    expect((await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': etag } })).status).toBe(206)
    expect((await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } })).status).toBe(200)
  })

  test('an address that was not given opens nothing', async () => {
    const one = new URL(await keep(Buffer.from('one')))
    const other = new URL(await keep(Buffer.from('other')))
    const signature = one.searchParams.get('signature') ?? ''
    const expires = one.searchParams.get('expires') ?? ''
    const name = one.pathname.split('/').at(-1) ?? ''
    async function ask(path: string, query: Record<string, string>): Promise<readonly [number, string]> {
      const answer = await fetch(`${gateway.url}/v1/results/${path}?${new URLSearchParams(query).toString()}`)
      const text = await answer.text()
      expect(text).not.toMatch(/one|other/)
      return [answer.status, (JSON.parse(text) as { error: { code: string } }).error.code] // errors of OpenAI's style have one
    }
    const refused = [403, 'invalid_signature'] as const
    expect(await ask(name, {})).toEqual(refused)
    expect(await ask(name, { expires })).toEqual(refused)
    expect(await ask(name, { expires, signature: other.searchParams.get('signature') ?? '' })).toEqual(refused)
    expect(await ask(other.pathname.split('/').at(-1) ?? '', { expires, signature })).toEqual(refused)
    expect(await ask(name, { expires: String(Number(expires) + 1), signature })).toEqual(refused)
    expect(await ask(name, { expires: '', signature })).toEqual(refused)
    const flipped = signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
    for (const wrong of [flipped, `${signature}=`, `${signature}A`, signature.slice(1), signature.toUpperCase(), 'x'.repeat(100_00)])
      expect(await ask(name, { expires, signature: wrong })).toEqual(refused)
    for (const hostile of [
      '..%2F..%2Finterlingua.db',
      '%2e%2e',
      '.',
      '%00',
      `${name}%00.png`,
      '.x.part',
      'a'.repeat(3000),
      `${name}%0d%0ax: y`,
    ]) {
      const answer = await fetch(`${gateway.url}/v1/results/${hostile}?expires=${expires}&signature=${signature}`)
      expect([403, 404]).toContain(answer.status)
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), fc.base64String(), async (path, when, sign) => {
        const answer = await fetch(
          `${gateway.url}/v1/results/${encodeURIComponent(path.toWellFormed())}?expires=${encodeURIComponent(when)}&signature=${encodeURIComponent(sign)}`,
        )
        expect([403, 404, 405]).toContain(answer.status)
      }),
      { numRuns: 40 },
    )
    expect((await fetch(one, { method: 'DELETE' })).status).toBe(405)
    expect(await (await fetch(one)).text()).toBe('one')
  })

  test('what has expired is gone: first for readers, then from the storage; what has not stays', async () => {
    // This gateway has just started, and sweeps by itself only after some seconds.
    const own = await create()
    const { url: at } = await startGateway({ dataDir: data, results: own.results })
    const here = { headers: { host: new URL(at).host }, socket: {} } as IncomingMessage // `keep` reads no other fields
    const { url: lasting } = await (
      await openResults({ dataDir: data, results: own.results })
    ).keep(Buffer.from('lasting'), 'image/png', here)
    const short = await openResults({ dataDir: data, results: { ...own.results, retention: 3 } })
    const { url, expiresAt } = await short.keep(Buffer.from('brief'), 'image/png', here)
    expect(await (await fetch(url)).text()).toBe('brief')
    await waitFor(() => Date.now() > expiresAt)
    const answer = await fetch(url)
    expect([answer.status, await answer.json()]).toMatchObject([410, { error: { code: 'result_expired', type: expect.any(String) } }])
    const name = new URL(url).pathname.split('/').at(-1) ?? ''
    expect(own.names()).toContain(name)
    expect(await short.sweep(Date.now())).toBe(1)
    expect(own.names()).not.toContain(name)
    expect(await short.sweep(Date.now())).toBe(0)
    expect((await fetch(url)).status).toBe(410)
    expect(await (await fetch(lasting)).text()).toBe('lasting')
  })

  test('a gateway sweeps by itself, after it was started anew as well', async () => {
    const others = await create()
    const folder = tempFolder('results')
    const config = { dataDir: folder, results: { ...others.results, retention: 1 } }
    const first = await openResults(config)
    await first.keep(Buffer.from('brief'), 'image/png', asked())
    expect(others.names()).toHaveLength(1)
    await startGateway(config)
    await waitFor(() => others.names().length === 0, 15_000)
  })

  test('a result that is gone though its address holds is not found', async () => {
    const url = await keep(Buffer.from('gone'))
    await results.sweep(Date.now() + 10 * 86_400_000)
    const answer = await fetch(url)
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'result_not_found' } }])
    expect(storage.names()).toEqual([])
  })

  test('of what is larger than is taken, and of what breaks off, nothing is left', async () => {
    const strict = await openResults({ dataDir: data, results: { ...storage.results, bytes: 20 * mebibyte } })
    const large = randomBytes(20 * mebibyte + 1)
    await expect(strict.keep(large, 'video/mp4', asked())).rejects.toMatchObject({ name: 'ResultsError', reason: 'too-large' })
    const stream = Readable.from(piecesOf(large))
    await expect(strict.keep(stream, 'video/mp4', asked())).rejects.toMatchObject({ name: 'ResultsError', reason: 'too-large' })
    expect(stream.destroyed).toBe(true)
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* piecesOf(large.subarray(0, 18 * mebibyte))
      throw new RangeError('the source broke')
    }
    await expect(keep(broken(), 'video/mp4')).rejects.toThrow('the source broke')
    await expect(keep(Readable.from(broken()), 'video/mp4')).rejects.toThrow('the source broke')
    expect(storage.names()).toEqual([])
    const exact = large.subarray(1)
    const { url } = await strict.keep(Readable.from(piecesOf(exact)), 'video/mp4', asked())
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(exact)).toBe(true)
  })

  test('200 MB go in and out as streams, with little of it in memory', { timeout: 120_000 }, async () => {
    const size = 200 * mebibyte
    const piece = randomBytes(256 * 1024)
    const hash = createHash('sha256')
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let sent = 0; sent < size; sent += piece.length) {
        // Each is one of its own, as pieces from a network are.
        const own = Buffer.from(piece)
        own.writeUInt32LE(sent)
        hash.update(own)
        yield own
        look(sent)
      }
    }
    // Garbage is counted until its collection, so the heap is measured after a collection.
    const held = (): number => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    // Memory of earlier tests is released a little after the collection.
    held()
    await new Promise((done) => setTimeout(done, 100))
    const base = held()
    let looked = 0
    let most = 0
    /** Looks once in 20 MB. */
    const look = (passed: number): void => {
      if (passed - looked < 20 * mebibyte) return
      looked = passed
      most = Math.max(most, held() - base)
    }
    const url = await keep(Readable.from(pieces()), 'video/mp4')
    const kept = hash.digest('hex')
    const { body, headers } = await request(url)
    const read = createHash('sha256')
    expect(looked).toBeGreaterThanOrEqual(160 * mebibyte)
    looked = 0
    let got = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      // Bodies are bytes.
      read.update(chunk)
      got += chunk.length
      look(got)
    }
    expect([read.digest('hex'), headers['content-length']]).toEqual([kept, String(size)])
    expect(most / mebibyte).toBeLessThan(80)
  })

  test(
    'while the storage is down a result is refused clearly, not half given, and all is well once it is up',
    { timeout: 60_000 },
    async () => {
      const url = await keep(Buffer.from('there'))
      const fresh = await openResults({ dataDir: data, results: storage.results })
      await fresh.ready()
      await storage.breakDown()
      const second = await openResults({ dataDir: data, results: storage.results })
      await expect(second.ready()).rejects.toMatchObject({ name: 'ResultsError', reason: 'unavailable' })
      await expect(keep(Buffer.from('lost'))).rejects.toMatchObject({ name: 'ResultsError', reason: 'unavailable' })
      const source = Readable.from(piecesOf(randomBytes(mebibyte)))
      await expect(keep(source)).rejects.toMatchObject({ reason: 'unavailable' })
      expect(source.destroyed).toBe(true)
      const answer = await fetch(url)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/json'])
      expect(await answer.json()).toMatchObject({ error: { message: "The gateway's storage of results is unavailable." } })
      await expect(results.sweep(Date.now())).rejects.toMatchObject({ name: 'ResultsError' })
      await storage.mend()
      expect(await (await fetch(url)).text()).toBe('there')
      expect(await (await fetch(await keep(Buffer.from('new')))).text()).toBe('new')
      await second.ready()
    },
  )

  test('an address holds when the gateway is started anew', async () => {
    const url = new URL(await keep(Buffer.from('still there')))
    const next = await startGateway({ dataDir: data, results: storage.results })
    expect(await (await fetch(`${next.url}${url.pathname}${url.search}`)).text()).toBe('still there')
  })

  test('a client that leaves in the middle, and one that reads slowly, harm nobody', async () => {
    const bytes = randomBytes(8 * mebibyte)
    const url = await keep(bytes, 'video/mp4')
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const leaving = new AbortController()
        const { body } = await request(url, { signal: leaving.signal })
        body.on('error', () => {})
        body.once('data', () => leaving.abort())
        await new Promise((done) => body.once('close', done))
      }),
    )
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
  })
})
