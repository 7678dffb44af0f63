import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import type { ResultsConfig } from '../../src/config/service-schema.ts'
import { createResults, createSigner, publicAddress } from '@interlingua/tasks'
import { atEnd } from '../at-end.ts'
import { startGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { openResults } from './open-results.ts'
import { storageKinds } from './storages.ts'

const { kinds, open } = await openStores()

function asked(headers: Record<string, string>, socket: object = {}): IncomingMessage {
  return { headers, socket } as unknown as IncomingMessage // `keep` reads no other fields
}

describe.each(kinds)('signatures with $name', ({ create }) => {
  test('of many gateways that begin at once all sign alike, and verify each other', async () => {
    const options = await create()
    const signers = await Promise.all(Array.from({ length: 6 }, async () => createSigner((await open(options)).documents)))
    const signed = await Promise.all(signers.map((signer) => signer.sign('name', '5')))
    expect(new Set(signed).size).toBe(1)
    expect(signed[0]).toMatch(/^[\w-]{43}$/)
    for (const signer of signers) expect(await signer.verify('name', '5', signed[0] ?? '')).toBe(true)
    const stranger = createSigner((await open(await create())).documents)
    expect(await stranger.verify('name', '5', signed[0] ?? '')).toBe(false)
    // The parts of a signed address cannot be split at another place.
    expect(await signers[0]?.verify('name\n5', '', signed[0] ?? '')).toBe(false)
  })
})

test('an address begins with what the configuration says, else with what the client called, and hears of proxies only where they are trusted', () => {
  const plain = {}
  const trusting = { trustProxy: true }
  const named = { publicUrl: 'https://media.example/gateway//', trustProxy: true }
  const forwarded = { host: 'inside:8787', 'x-forwarded-host': 'outside.example, inside', 'x-forwarded-proto': 'HTTPS' }
  expect(publicAddress(plain, asked({ host: 'a.example:81' }))).toBe('http://a.example:81')
  expect(publicAddress(plain, asked({ host: '[::1]:8787' }))).toBe('http://[::1]:8787')
  expect(publicAddress(plain, asked(forwarded))).toBe('http://inside:8787')
  expect(publicAddress(trusting, asked(forwarded))).toBe('https://outside.example')
  expect(publicAddress(trusting, asked({ host: 'inside' }))).toBe('http://inside')
  expect(publicAddress(named, asked(forwarded))).toBe('https://media.example/gateway')
  const local = { localAddress: '::1', localPort: 90 }
  for (const host of ['evil/..', 'a b', 'a@b', 'a?b', 'a#b', '', 'a:b', '"><script>'])
    expect(publicAddress(trusting, asked({ host, 'x-forwarded-host': host }, local))).toBe('http://[::1]:90')
})

test('half-written files that nobody writes any more are swept, others and what is not of the gateway are let be', async () => {
  const folder = tempFolder('results')
  const results = await openResults({ results: { folder } })
  const part = (): string => `.${randomBytes(16).toString('hex')}.part`
  const [old, young, foreign] = [part(), part(), 'notes.txt']
  for (const name of [old, young, foreign]) writeFileSync(join(folder, name), 'x')
  const hours = Date.now() / 1000 - 7200
  for (const name of [old, foreign]) utimesSync(join(folder, name), hours, hours)
  expect(await results.sweep(Date.now())).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual([young, foreign].toSorted())
})

test('without a folder for state, results live in a temporary one, which goes with the gateway', async () => {
  const parent = tempFolder('parent')
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = parent
  atEnd(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  })
  const store = await open({})
  const results = createResults({}, store.documents, () => {})
  expect(await results.sweep(Date.now())).toBe(0)
  expect(readdirSync(parent)).toEqual([])
  await results.keep(Buffer.from('x'), 'image/png', asked({ host: 'a' }))
  const [made = ''] = readdirSync(parent)
  expect(readdirSync(join(parent, made))).toHaveLength(1)
  await results.close()
  expect(existsSync(join(parent, made))).toBe(false)
})

test(
  'a storage that breaks off in the middle of a download leaves no answer that looks whole, and a line in the log',
  { timeout: 30_000 },
  async () => {
    const storage = await storageKinds[1]?.create()
    if (storage === undefined) throw new Error('there is no S3')
    const config = { dataDir: tempFolder('results'), results: storage.results }
    const gateway = await startGateway(config)
    const results = await openResults(config)
    const { url } = await results.keep(Buffer.alloc(64 * 1024 * 1024), 'video/mp4', asked({ host: new URL(gateway.url).host }))
    const { body, statusCode } = await request(url)
    expect(statusCode).toBe(200)
    let read = 0
    let broken = false
    const ended = new Promise<Error | undefined>((done) => {
      body.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read < 2 * 1024 * 1024 || broken) return
        broken = true
        body.pause()
        void storage.breakDown().then(() => body.resume())
      })
      body.on('error', done)
      body.on('end', () => done(undefined))
    })
    expect(await ended).toBeInstanceOf(Error)
    expect(read).toBeLessThan(64 * 1024 * 1024)
    await waitFor(() => gateway.log().some(({ event }) => event === 'results'))
  },
)

test.skipIf(kinds.length === 1)('a start warns where several gateways may share the state, and not the results', async () => {
  const warned = async (results?: ResultsConfig): Promise<boolean> => {
    const gateway = await startGateway({ ...(await kinds[1]?.create()), ...(results && { results }) })
    await waitFor(() => gateway.log().some(({ event }) => event === 'start'))
    return gateway.log().some(({ event, level }) => event === 'results' && level === 'warn')
  }
  expect(await warned()).toBe(true)
  expect(await warned({ folder: tempFolder('results'), shared: true })).toBe(false)
})
