import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { cli } from './run-cli.ts'

const dataDir = tempFolder('cli-keys')
const gateway = await startGateway({ demo: true, dataDir })
Object.assign(process.env, { INTERLINGUA_DATA: dataDir, INTERLINGUA_CONFIG: '' })

async function statusWith(secret: string): Promise<number> {
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  await answer.text()
  return answer.status
}

test('a rotated key has another secret at once, and the old one is refused; only the secret is on standard output', async () => {
  const made = (await cli('key', 'create', 'turning', '--requests-per-minute', '50')).out.trim()
  expect(await statusWith(made)).toBe(200)
  const { code, out, err } = await cli('key', 'rotate', 'turning')
  expect([code, out]).toEqual([0, expect.stringMatching(/^il-[\w-]{43}\n$/)])
  expect(err).not.toContain(out.trim())
  // A gateway reads the keys again within 10 ms of a change.
  await expect.poll(() => statusWith(made)).toBe(401)
  expect(await statusWith(out.trim())).toBe(200)
  expect((await cli('key', 'show', 'turning')).out).toContain('50 requests a minute')
})

test('a rotation with a grace leaves the old secret until it is ended, and tells until when it works', async () => {
  const made = (await cli('key', 'create', 'slowly')).out.trim()
  const { code, out, err } = await cli('key', 'rotate', 'slowly', '--grace', '24h')
  expect([code, out]).toEqual([0, expect.stringMatching(/^il-[\w-]{43}\n$/)])
  const until = /^The old secret, (il-.*), works until (.*)\.\n/.exec(err)
  expect(until?.[1]).toBe(`${made.slice(0, 6)}…${made.slice(-4)}`)
  expect(Math.abs(Date.parse(until?.[2] ?? '') - Date.now() - 86_400_000)).toBeLessThan(60_000)
  await expect.poll(() => statusWith(out.trim())).toBe(200)
  expect(await statusWith(made)).toBe(200)
  for (const shown of [await cli('key', 'list'), await cli('key', 'show', 'slowly')])
    expect(shown.out).toContain(`old secret ${until?.[1]} until ${until?.[2]}`)
  expect(JSON.parse((await cli('key', 'show', 'slowly', '--json')).out)).toMatchObject({
    previous: { hint: until?.[1], until: until?.[2] },
  })
  expect((await cli('key', 'end-previous', 'slowly')).out).toMatch(/\): the old secret, il-.*, is refused\n$/)
  await expect.poll(() => statusWith(made)).toBe(401)
  expect(await statusWith(out.trim())).toBe(200)
  expect((await cli('key', 'end-previous', 'slowly')).out).toMatch(/\): no old secret works\n$/)
})

test('an update gives a key another role, each of which takes the place of the other', async () => {
  await cli('key', 'create', 'roles', '--viewer')
  const rolesAfter = async (...options: readonly string[]): Promise<unknown> => {
    const { admin, viewer } = JSON.parse((await cli('key', 'update', 'roles', ...options, '--json')).out) as Record<string, unknown> // an object
    return [admin, viewer]
  }
  expect(await rolesAfter('--admin')).toEqual([true, undefined])
  expect(await rolesAfter('--viewer')).toEqual([false, true])
  expect(await rolesAfter('--budget', '1/day')).toEqual([false, true])
  expect(await rolesAfter('--no-viewer')).toEqual([false, undefined])
  expect((await cli('key', 'update', 'roles', '--viewer', '--admin')).code).toBe(2)
})

test('an update changes terms from the next request on, and none takes them away', async () => {
  const secret = (await cli('key', 'create', 'changing', '--models', 'demo-chat')).out.trim()
  expect(await statusWith(secret)).toBe(200)
  expect((await cli('key', 'update', 'changing', '--models', 'demo-messages', '--budget', '5/day')).out).toContain(
    'models demo-messages; budget 5.00/day',
  )
  await expect.poll(() => statusWith(secret)).toBe(403)
  const { out } = await cli('key', 'update', 'changing', '--models', 'none', '--budget', 'none', '--expires', '12h', '--json')
  expect(JSON.parse(out)).not.toHaveProperty('models')
  expect(JSON.parse(out)).not.toHaveProperty('budget')
  expect(JSON.parse(out)).toHaveProperty('expires')
  await expect.poll(() => statusWith(secret)).toBe(200)
})

test('a rate that is set later holds', async () => {
  const secret = (await cli('key', 'create', 'slowing')).out.trim()
  expect(await statusWith(secret)).toBe(200)
  await cli('key', 'update', 'slowing', '--requests-per-minute', '1')
  await expect.poll(() => statusWith(secret)).toBe(429)
})

test('show says what a key used', async () => {
  const secret = (await cli('key', 'create', 'using')).out.trim()
  await statusWith(secret)
  await expect
    .poll(async () => (JSON.parse((await cli('key', 'show', 'using', '--json')).out) as { used: unknown }).used, { timeout: 10_000 })
    .toMatchObject({ requests: 1, failed: 0 })
})

test('a revoked key is changed no more', async () => {
  await cli('key', 'create', 'gone')
  await cli('key', 'revoke', 'gone')
  for (const argv of [
    ['key', 'update', 'gone', '--admin'],
    ['key', 'rotate', 'gone'],
    ['key', 'rotate', 'gone', '--grace', '1h'],
    ['key', 'end-previous', 'gone'],
  ]) {
    const { code, out, err } = await cli(...argv)
    expect([code, out, err]).toEqual([1, '', 'error: gone is revoked, which is for good: key create makes another\n'])
  }
  expect((await cli('key', 'update', 'gone')).code).toBe(2)
})
