import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, startConsole, type StartedConsole } from './support/start-console.ts'

let started: StartedConsole
const parent = mkdtempSync(join(tmpdir(), 'interlingua-assets-'))
const folder = join(parent, 'page')

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(parent, 'secret.js'), 'hidden words')
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(folder, 'assets/app-1.js'), 'run()')
  writeFileSync(join(folder, 'assets/app-1.js.gz'), gzipSync('run()'))
  writeFileSync(join(folder, 'assets/notes.txt'), 'no type')
  started = await startConsole({ assets: folder })
})
afterAll(async () => {
  await started.close()
  rmSync(parent, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => send(`${started.url}${path}`, 'GET', headers)

test('each path of the console is the page, under a strict policy', async () => {
  for (const path of ['/console', '/console/', '/console/requests/req_1', '/console/keys?tab=1']) {
    const { status, text, headers } = await get(path)
    expect([path, status, text]).toEqual([path, 200, '<!doctype html><title>Console</title>'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  }
})

test('files with a hash in their names never change, and come compressed', async () => {
  const plain = await get('/console/assets/app-1.js')
  expect(plain).toMatchObject({ status: 200, text: 'run()', headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
  const packed = await get('/console/assets/app-1.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8' })
})

test.each([
  '/console/../secret.js',
  '/console/..%2fsecret.js',
  '/console/assets/..%2f..%2fsecret.js',
  '/console/%2e%2e/secret.js',
  '/console/assets/%00.js',
])('%s leads nowhere else', async (path) => {
  expect((await get(path)).text).not.toContain('hidden words')
})

test('a file that is missing or of no known type is not the page', async () => {
  for (const path of ['/console/assets/app-2.js', '/console/assets/notes.txt']) expect((await get(path)).status).toBe(404)
})

test('other hosts and proxies see nothing', async () => {
  expect((await get('/console', { host: 'rebound.example' })).status).toBe(421)
  expect((await get('/console', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
})
