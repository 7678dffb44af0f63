import { chat } from '@interlingua/chat/edge'
import { openStore, type ApiKey } from '@interlingua/store'
import type { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { authenticate, issueKey, openAccess, rotateKey, type Access, type AccessRequest, type KeyTerms } from '../src/index.ts'

async function open(
  terms: Partial<KeyTerms> = {},
  options: { readonly limits?: ApiKey['limits'] } = {},
): Promise<{ access: Access; secret: string }> {
  const store = await openStore({})
  const { key, secret } = issueKey({ name: 'me', ...terms }, Date.now())
  await store.keys.insert(key)
  const access = await openAccess({ store, ...(options.limits && { limits: options.limits }) })
  atEnd(async () => {
    await access.close()
    await store.close()
  })
  return { access, secret }
}

function asked(secret?: string): AccessRequest['incoming'] {
  const socket = {} as Socket // keys are remembered by the object alone
  return { url: '/', socket, headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` } }
}

describe('access', () => {
  it('lets in whoever has a key, and says who it is', async () => {
    const { access, secret } = await open()
    const grant = await access.admit(asked(secret), chat)
    expect('failure' in grant ? grant : grant.key?.name).toBe('me')
  })

  it.each([
    ['no key', undefined],
    ['another key', 'il-another'],
  ])('refuses %s with 401', async (_, secret) => {
    const { access } = await open()
    expect(await access.admit(asked(secret), chat)).toMatchObject({ failure: { code: 'authentication', status: 401 } })
  })

  it('says at the end of a rotation that the old secret was replaced, at that very millisecond', async () => {
    const store = await openStore({})
    const first = issueKey({ name: 'turning' }, 0)
    await store.keys.insert(first.key)
    const access = await openAccess({ store })
    const now = Date.now()
    await store.keys.replace(rotateKey(first.key, now + 60_000).key)
    try {
      vi.useFakeTimers({ now: now + 59_999, toFake: ['Date'] })
      const grant = await access.admit(asked(first.secret), chat)
      expect('failure' in grant ? grant : grant.key?.id).toBe(first.key.id)
      vi.setSystemTime(now + 60_000)
      expect(await access.admit(asked(first.secret), chat)).toMatchObject({
        failure: { status: 401, message: 'This API key got another secret, and this old one no longer works.' },
      })
    } finally {
      vi.useRealTimers()
      await access.close()
      await store.close()
    }
  })

  it('counts both secrets of a rotated key against one rate', async () => {
    const store = await openStore({})
    const first = issueKey({ name: 'turning', limits: { requestsPerMinute: 3 } }, 0)
    await store.keys.insert(first.key)
    const second = rotateKey(first.key, Date.now() + 60_000)
    await store.keys.replace(second.key)
    const access = await openAccess({ store })
    const answers: (number | undefined)[] = []
    for (const { secret } of [first, second, first, second, first]) {
      const grant = await access.admit(asked(secret), chat)
      answers.push('failure' in grant ? grant.failure.status : 200)
    }
    expect(answers).toEqual([200, 200, 200, 429, 429])
    await access.close()
    await store.close()
  })

  it('lets a key of an administrator alone to what is theirs', async () => {
    for (const admin of [true, false]) {
      const { access, secret } = await open({ admin })
      const request: AccessRequest = { gateway: access.services, incoming: asked(secret), edge: chat }
      const grant = await authenticate(request, 'admin')
      expect('failure' in grant ? grant.failure.status : grant.key?.admin).toBe(admin ? true : 403)
    }
  })

  it('refuses what is over the rate of the key, and tells the rate in the words of the format', async () => {
    const { access, secret } = await open({ limits: { requestsPerMinute: 2 } })
    const grant = await access.admit(asked(secret), chat)
    expect('failure' in grant ? grant : grant.headers?.['x-ratelimit-remaining-requests']).toBe('1')
    await access.admit(asked(secret), chat)
    expect(await access.admit(asked(secret), chat)).toMatchObject({ failure: { code: 'rate-limit', status: 429 }, limit: 'requests' })
  })

  it('holds keys without limits of their own to those of all', async () => {
    const { access, secret } = await open({}, { limits: { requestsPerMinute: 1 } })
    await access.admit(asked(secret), chat)
    expect(await access.admit(asked(secret), chat)).toMatchObject({ failure: { code: 'rate-limit' } })
  })

  it('refuses an address that is no Redis', async () => {
    const store = await openStore({})
    atEnd(() => store.close())
    await expect(openAccess({ store, redisUrl: 'http://127.0.0.1' })).rejects.toThrow('REDIS_URL')
  })
})
