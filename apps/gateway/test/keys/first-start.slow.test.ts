import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, runProgram, type Run } from './run-program.ts'
import { tempFolder } from '../temp-folder.ts'

const secretIn = (text: string): string | undefined => /il-[\w-]{43}/.exec(text)?.[0]

async function stop({ child, ended }: Run): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

async function statusOf(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  return response.status
}

test('the first start makes a key and shows it once, on loopback; its examples work as printed; later starts do not show it', async () => {
  const folder = tempFolder('keys')
  const first = runProgram([], folder)
  const url = await addressOf(first)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(first.out()).toContain('was made')
  expect(first.out()).toContain('key create')
  const secret = secretIn(first.out()) ?? ''
  expect([await statusOf(url, secret), await statusOf(url, 'any'), await statusOf(url, `${secret}x`)]).toEqual([200, 401, 401])
  const examples = first
    .out()
    .split(/^ {2}curl /m)
    .slice(1)
  expect(examples).toHaveLength(4)
  for (const example of examples) {
    const curl = spawn('bash', ['-c', `curl -s ${example.replaceAll('\\\n', ' ')}`])
    let text = ''
    curl.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()))
    await once(curl, 'close')
    expect(text).toContain('Demo provider')
  }
  await stop(first)
  // Once in the line to copy, and in each of the examples: never in a line of the log.
  expect(first.out().split(secret)).toHaveLength(6)
  for (const line of first.out().split('\n')) if (line.startsWith('{')) expect(line).not.toContain(secret)
  expect(first.err()).toBe('')

  for (const file of readdirSync(join(folder, '.interlingua'))) {
    const bytes = readFileSync(join(folder, '.interlingua', file))
    expect([file, bytes.includes(secret), bytes.includes(secret.slice(3, 30))]).toEqual([file, false, false])
  }

  const second = runProgram(['start'], folder)
  const again = await addressOf(second)
  expect(await statusOf(again, secret)).toBe(200)
  await stop(second)
  expect(second.out()).not.toContain('was made')
  expect(secretIn(second.out())).toBeUndefined()
  expect(second.out()).toContain('$INTERLINGUA_API_KEY')
})

test('INTERLINGUA_API_KEY names the first key: it is never printed, and works without the variable later', async () => {
  const folder = tempFolder('keys')
  const named = 'my+own/key of-no-shape'.replaceAll(' ', '_')
  const first = runProgram([], folder, { INTERLINGUA_API_KEY: named })
  const url = await addressOf(first)
  expect([await statusOf(url, named), await statusOf(url, 'any')]).toEqual([200, 401])
  await stop(first)
  expect(first.out() + first.err()).not.toContain(named)
  expect(secretIn(first.out())).toBeUndefined()

  const later = runProgram([], folder)
  expect(await statusOf(await addressOf(later), named)).toBe(200)
  await stop(later)
})

test('another INTERLINGUA_API_KEY is one more key: the start says that the earlier one is still valid, and how to end that', async () => {
  const folder = tempFolder('keys')
  await stop(await startedWith(folder, 'the-first-value'))
  const run = await startedWith(folder, 'the-second-value')
  const id = /interlingua key revoke (key_\w+)/.exec(run.out())?.[1] ?? ''
  const url = await addressOf(run)
  expect([await statusOf(url, 'the-first-value'), await statusOf(url, 'the-second-value')]).toEqual([200, 200])
  expect(await runProgram(['key', 'revoke', id], folder).ended).toBe(0)
  expect([await statusOf(url, 'the-first-value'), await statusOf(url, 'the-second-value')]).toEqual([401, 200])
  await stop(run)
  const back = await startedWith(folder, 'the-first-value')
  expect(back.out()).toContain('WARNING: INTERLINGUA_API_KEY names a key')
  expect(await statusOf(await addressOf(back), 'the-first-value')).toBe(401)
  await stop(back)
})

async function startedWith(folder: string, key: string): Promise<Run> {
  const run = runProgram([], folder, { INTERLINGUA_API_KEY: key })
  await addressOf(run)
  return run
}

test('a host that is not loopback is refused while there is no key, with what to do, and taken once there is one', async () => {
  const folder = tempFolder('keys')
  for (const HOST of ['0.0.0.0', '::', 'example.org', '10.0.0.1']) {
    const run = runProgram([], folder, { HOST })
    expect(await run.ended).toBe(1)
    expect(run.err()).toContain(`HOST: ${HOST} is not loopback`)
    expect(run.err()).toContain('interlingua key create')
    expect(run.err()).toContain('INTERLINGUA_API_KEY')
    expect(run.err()).not.toContain('    at ')
    expect(run.out()).toBe('')
  }
  const create = runProgram(['key', 'create', 'everybody'], folder)
  expect(await create.ended).toBe(0)
  const open = runProgram([], folder, { HOST: '0.0.0.0' })
  const { port } = new URL(await addressOf(open))
  const url = `http://127.0.0.1:${port}`
  expect([await statusOf(url, create.out().trim()), await statusOf(url, 'any')]).toEqual([200, 401])
  await stop(open)

  const named = runProgram([], tempFolder('keys'), { HOST: '0.0.0.0', INTERLINGUA_API_KEY: 'named-from-outside' })
  await addressOf(named)
  await stop(named)
})

test('a key in the environment that is too short, or cannot be sent, ends the start without being quoted', async () => {
  const folder = tempFolder('keys')
  for (const key of ['short', 'with a space', 'schlüssel-mit-umlaut']) {
    const run = runProgram([], folder, { INTERLINGUA_API_KEY: key })
    expect(await run.ended).toBe(1)
    expect(run.err()).toContain('INTERLINGUA_API_KEY: it must have at least 8 characters')
    expect(run.err() + run.out()).not.toContain(key)
  }
})

test('two gateways that start at once on an empty store make one key', async () => {
  const folder = tempFolder('keys')
  const runs = [runProgram([], folder), runProgram([], folder)]
  const urls = await Promise.all(runs.map(addressOf))
  const secrets = runs.map(({ out }) => secretIn(out())).filter((secret) => secret !== undefined)
  expect(secrets).toHaveLength(1)
  for (const url of urls) expect(await statusOf(url, secrets[0] ?? '')).toBe(200)
  for (const run of runs) await stop(run)
})

test('where all keys are revoked the start says that every request is refused', async () => {
  const folder = tempFolder('keys')
  expect(await runProgram(['key', 'create', 'only'], folder).ended).toBe(0)
  expect(await runProgram(['key', 'revoke', 'only'], folder).ended).toBe(0)
  const run = runProgram([], folder)
  await addressOf(run)
  expect(run.out()).toContain('WARNING: All API keys are revoked or expired')
  expect(secretIn(run.out())).toBeUndefined()
  await stop(run)
})
