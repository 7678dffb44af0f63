import { describe, expect, test } from 'vitest'
import type { ApiKey, StoredDocument, StoreOptions, UsageRecord } from '@interlingua/store'
import { waitFor } from '../wait-for.ts'
import { openStores } from './stores.ts'

const { kinds, open } = await openStores()

function keyOf(number: number, more: Partial<ApiKey> = {}): ApiKey {
  return {
    id: `key_${number}`,
    name: `name ${number}`,
    hash: `hash${number}`,
    hint: `il-a…${number}`,
    admin: false,
    createdAt: number,
    ...more,
  }
}

function recordOf(id: string, more: Partial<UsageRecord> = {}): UsageRecord {
  return {
    id,
    at: 1000,
    key: 'key_1',
    operation: 'generate',
    model: 'small',
    format: 'chat',
    stream: false,
    status: 200,
    outcome: 'ok',
    attempts: 1,
    tokens: {},
    estimated: false,
    millis: 1.5,
    notices: [],
    ...more,
  }
}

function documentOf(id: string, more: Partial<StoredDocument> = {}): StoredDocument {
  return { kind: 'response', id, owner: 'key_1', createdAt: 5, revision: 1, body: { text: id }, ...more }
}

describe.each(kinds)('$name', ({ create }) => {
  const newStore = async (): ReturnType<typeof open> => open(await create())

  test('a key comes back as it was kept, by its hash, its id and its name', async () => {
    const { keys } = await newStore()
    const key = keyOf(1, {
      admin: true,
      viewer: true,
      models: ['gpt-*'],
      limits: { requestsPerMinute: 5 },
      budget: { micros: 9_007_199_254_740_991, period: 'month' },
      expiresAt: 4_102_444_800_000,
    })
    expect(await keys.insert(key)).toBe(true)
    expect(await keys.insert(keyOf(2))).toBe(true)
    expect(await Promise.all([keys.findByHash('hash1'), keys.find('key_1'), keys.find('name 1')])).toEqual([key, key, key])
    expect(await keys.list()).toEqual([key, keyOf(2)])
    expect([await keys.find('key_3'), await keys.findByHash('hash3')]).toEqual([undefined, undefined])
  })

  test('a key whose id, name or hash is taken is refused', async () => {
    const { keys } = await newStore()
    await keys.insert(keyOf(1))
    for (const taken of [{ id: 'key_1' }, { name: 'name 1' }, { hash: 'hash1' }])
      expect(await keys.insert({ ...keyOf(2), ...taken })).toBe(false)
    expect(await keys.list()).toEqual([keyOf(1)])
  })

  test('a key is revoked once, and stays found', async () => {
    const { keys } = await newStore()
    await keys.insert(keyOf(1))
    expect([await keys.revoke('key_1', 10), await keys.revoke('key_1', 20), await keys.revoke('key_2', 10)]).toEqual([true, true, false])
    expect(await keys.findByHash('hash1')).toEqual(keyOf(1, { revokedAt: 10 }))
  })

  test('a key is found by its previous secret, too, until another comes or that one is taken away', async () => {
    const { keys } = await newStore()
    const rotated = keyOf(1, { hash: 'second', previous: { hash: 'hash1', hint: 'il-a…1', until: 4_102_444_800_000 } })
    await keys.insert(keyOf(1))
    expect(await keys.replace(rotated)).toBe(true)
    expect(await Promise.all([keys.findByHash('hash1'), keys.findByHash('second'), keys.find('key_1')])).toEqual([
      rotated,
      rotated,
      rotated,
    ])
    // Terms that change meanwhile leave it, and whether its time is over is for others to say.
    const changed = keyOf(1, { ...rotated, models: ['gpt-*'], previous: { hash: 'hash1', hint: 'il-a…1', until: 1 } })
    expect(await keys.replace(changed)).toBe(true)
    expect(await keys.findByHash('hash1')).toEqual(changed)
    const again = keyOf(1, { hash: 'third', previous: { hash: 'second', hint: 'il-b…1', until: 5 } })
    await keys.replace(again)
    expect(await Promise.all([keys.findByHash('hash1'), keys.findByHash('second'), keys.findByHash('third')])).toEqual([
      undefined,
      again,
      again,
    ])
    await keys.revoke('key_1', 9)
    expect(await keys.findByHash('second')).toEqual({ ...again, revokedAt: 9 })
    const full = keyOf(2, { previous: { hash: 'before', hint: '…', until: 5 } })
    expect([await keys.insert(full), await keys.replace(keyOf(2)), await keys.findByHash('before')]).toEqual([true, true, undefined])
    expect(await keys.find('key_2')).toEqual(keyOf(2))
  })

  test('a key is not replaced by what was read before its secrets changed', async () => {
    const { keys } = await newStore()
    const read = keyOf(1)
    await keys.insert(read)
    const rotated = keyOf(1, { hash: 'second', previous: { hash: 'hash1', hint: '…', until: 9 } })
    expect(await keys.replace(rotated, read)).toBe(true)
    for (const late of [keyOf(1, { models: ['a'] }), keyOf(1, { hash: 'third' })]) expect(await keys.replace(late, read)).toBe(false)
    const ended = keyOf(1, { hash: 'second' })
    expect(await keys.replace(ended, rotated)).toBe(true)
    expect(await keys.replace({ ...rotated, models: ['a'] }, rotated)).toBe(false)
    expect(await keys.find('key_1')).toEqual(ended)
    expect(await keys.replace({ ...ended, models: ['a'] }, ended)).toBe(true)
    // A rotation that comes second is refused, since the secret of the first would end unseen.
    const seen = await keys.find('key_1')
    const done = await Promise.all(Array.from({ length: 8 }, (_, index) => keys.replace(keyOf(1, { hash: `turn${index}` }), seen)))
    expect(done.filter(Boolean)).toHaveLength(1)
  })

  test('the key whose present secret it is counts before one that had it, and of those the last to end', async () => {
    const { keys } = await newStore()
    await keys.insert(keyOf(1, { previous: { hash: 'shared', hint: '…', until: 5 } }))
    await keys.insert(keyOf(2, { previous: { hash: 'shared', hint: '…', until: 7 } }))
    await keys.insert(keyOf(3, { previous: { hash: 'shared', hint: '…', until: 6 } }))
    expect((await keys.findByHash('shared'))?.id).toBe('key_2')
    await keys.insert(keyOf(4, { hash: 'shared' }))
    expect((await keys.findByHash('shared'))?.id).toBe('key_4')
  })

  test('whoever shares the store learns from the version that a key changed, and from nothing else', async () => {
    const options = await create()
    const [one, other] = [await open(options), await open(options)]
    const versions = async (): Promise<readonly number[]> => [await one.keys.version(), await other.keys.version()]
    const first = await versions()
    await one.usage.add([recordOf('a')])
    await other.documents.insert(documentOf('a'))
    await new Promise((resume) => setTimeout(resume, 50))
    expect(await versions()).toEqual(first)
    let before = first
    for (const change of [() => one.keys.insert(keyOf(1)), () => one.keys.revoke('key_1', 1)]) {
      await change()
      expect(await one.keys.version()).not.toBe(before[0])
      await waitFor(async () => (await other.keys.version()) !== before[1])
      // Others may hear of one change twice.
      await new Promise((resume) => setTimeout(resume, 50))
      before = await versions()
    }
  })

  test('records are found by each filter, one by its id, and counted by what they lost', async () => {
    const { usage } = await newStore()
    const details = { attempts: [{ channel: 'c', model: 'm', from: 0, to: 5, outcome: 'ok' }] }
    await usage.add([
      recordOf('a', { client: 'codex 1.2', notices: ['chat/top-k', 'x/y'], details, millis: 50 }),
      recordOf('b', { client: 'codex-fork 1', notices: ['chat/top_k'], status: 429, outcome: 'rate-limit', at: 2000 }),
      recordOf('c', { operation: 'count', costMicros: 9, channel: 'c', at: 3000 }),
    ])
    const ids = async (filter: Parameters<typeof usage.list>[0]): Promise<string> =>
      (await usage.list(filter, { limit: 9 })).map(({ id }) => id).join('')
    const cases: readonly (readonly [Parameters<typeof usage.list>[0], string])[] = [
      [{ client: 'codex' }, 'a'],
      [{ client: 'codex 1.2' }, 'a'],
      [{ client: 'code' }, ''],
      [{ notice: 'chat/top-k' }, 'a'],
      [{ notice: 'chat/top_k' }, 'b'],
      [{ notice: 'x/%' }, ''],
      [{ failed: true }, 'b'],
      [{ failed: false }, 'ca'],
      [{ status: [400, 499] }, 'b'],
      [{ operation: 'count' }, 'c'],
      [{ leastMillis: 10 }, 'a'],
      [{ leastMicros: 9 }, 'c'],
    ]
    for (const [filter, found] of cases) expect([filter, await ids(filter)]).toEqual([filter, found])
    expect(await usage.find('a')).toMatchObject({ id: 'a', details })
    expect(await usage.find('b', 2000)).toMatchObject({ id: 'b' })
    expect([await usage.find('b', 1000), await usage.find('none')]).toEqual([undefined, undefined])
    const counts = (await usage.countLosses({})).map(({ notices, client, channel, requests }) => [
      notices.join(' '),
      client,
      channel,
      requests,
    ])
    expect(counts.toSorted()).toEqual([
      ['', '', 'c', 1],
      ['chat/top-k x/y', 'codex 1.2', '', 1],
      ['chat/top_k', 'codex-fork 1', '', 1],
    ])
    expect((await usage.sum({}, 'minute')).map(({ group }) => group)).toEqual(['1970-01-01T00:00:00.000Z'])
    await usage.add([
      recordOf('d', { tokens: { output: 1 } }),
      recordOf('e', { images: 1 }),
      recordOf('f', { tokens: { input: 1 }, costMicros: 0 }),
    ])
    expect(await usage.sum({})).toMatchObject([{ requests: 6, costMicros: 9, unpriced: 2 }])
  })

  test('the last use of many keys is found at once, also one that is only just kept', async () => {
    const { keys, usage } = await newStore()
    const made = [keyOf(1), keyOf(2), keyOf(3)]
    for (const key of made) expect(await keys.insert(key)).toBe(true)
    await usage.add([recordOf('a', { at: 5 }), recordOf('b', { at: 9 }), recordOf('c', { key: 'key_gone', at: 7 })])
    usage.keep(recordOf('d', { key: 'key_2', at: 6 }), () => {})
    const uses = await usage.lastUses(made.map(({ id }) => id))
    expect(Object.fromEntries(uses)).toEqual({ key_1: 9, key_2: 6 })
    expect([...(await usage.lastUses([]))]).toEqual([])
  })

  test('times are counted by group in stretches, so that any of them is known within 3 %', async () => {
    const { usage } = await newStore()
    const millis = Array.from({ length: 400 }, (_, index) => 0.5 * 1.04 ** index)
    await usage.add(
      millis.map((time, index) =>
        recordOf(`t${index}`, { model: index % 2 === 0 ? 'a' : 'b', millis: time, ...(index < 10 && { firstByteMillis: time / 2 }) }),
      ),
    )
    await usage.add([recordOf('failed', { model: 'a', millis: 9e9, outcome: 'server' })])
    const times = await usage.times({}, 'model')
    expect(times.map(({ group }) => group).toSorted()).toEqual(['a', 'b'])
    for (const [index, { group, whole, firstByte }] of times.toSorted((one, other) => (one.group < other.group ? -1 : 1)).entries()) {
      const own = millis.filter((_, place) => place % 2 === index)
      expect(whole.reduce((sum, { requests }) => sum + requests, 0)).toBe(200)
      expect(firstByte.reduce((sum, { requests }) => sum + requests, 0)).toBe(5)
      const spread = whole.flatMap(({ millis: middle, requests }) => Array.from({ length: requests }, () => middle))
      // Times below a millisecond count as one.
      for (const [place, time] of own.entries())
        expect([group, Math.abs((spread[place] ?? 0) / Math.max(1, time) - 1) < 0.03]).toEqual([group, true])
    }
    expect((await usage.times({ model: 'b' }, 'pair')).map(({ group }) => group)).toEqual(['chat\n'])
    expect((await usage.sum({ model: 'b' }, 'served')).map(({ group }) => group)).toEqual(['\n'])
  })

  test('keys are listed in pages, found by words, and counted', async () => {
    const { keys } = await newStore()
    const now = Date.now()
    const made = Array.from({ length: 25 }, (_, index) => ({
      ...keyOf(index, { name: `Name_${index}` }),
      createdAt: now + Math.floor(index / 2),
      ...(index === 3 && { expiresAt: now + 5 }),
      ...(index === 4 && { revokedAt: now }),
      ...(index === 5 && { budget: { micros: 1, period: 'day' as const } }),
    }))
    for (const key of made) await keys.insert(key)
    const seen: string[] = []
    for (let before: { createdAt: number; id: string } | undefined; ;) {
      const page = await keys.page({}, { limit: 4, ...(before && { before }) })
      seen.push(...page.map(({ id }) => id))
      before = page.at(-1)
      if (page.length < 4) break
    }
    expect(seen).toHaveLength(25)
    expect(new Set(seen)).toEqual(new Set(made.map(({ id }) => id)))
    const names = async (filter: Parameters<typeof keys.page>[0]): Promise<readonly string[]> =>
      (await keys.page(filter, { limit: 100 })).map(({ name }) => name).toSorted()
    expect(await names({ words: ['NAME_2'] })).toEqual(['Name_2', 'Name_20', 'Name_21', 'Name_22', 'Name_23', 'Name_24'])
    expect(await names({ words: ['%'] })).toEqual([])
    expect(await names({ validAt: now + 5 })).toHaveLength(23)
    expect(await names({ withBudget: true })).toEqual(['Name_5'])
    expect(await keys.count(now + 5)).toEqual({ all: 25, valid: 23 })
    expect((await keys.getMany([made[1]?.id ?? '', 'none', made[0]?.id ?? ''])).map(({ name }) => name).toSorted()).toEqual([
      'Name_0',
      'Name_1',
    ])
  })

  test('a usage record comes back as it was kept, once, however often it was added', async () => {
    const { usage } = await newStore()
    const full = recordOf('full', {
      channel: 'a',
      upstreamModel: 'b',
      stream: true,
      status: 499,
      outcome: 'cancelled',
      attempts: 3,
      tokens: { input: 9, fresh: 2, cacheRead: 3, cacheWrite: 4, toolUse: 0, output: 5, reasoning: 1 },
      estimated: true,
      costMicros: 123_456_789_012,
      firstByteMillis: 0.25,
      notices: ['top-k', 'seed'],
      images: 3,
      failedMicros: 12,
      failedUnpriced: true,
    })
    await usage.add([full, recordOf('plain'), full])
    await usage.add([{ ...full, status: 200 }])
    await usage.add([])
    expect(await usage.list({}, { limit: 10 })).toEqual([recordOf('plain'), full])
  })

  test('names that callers made up are kept, whatever is in them', async () => {
    const { usage } = await newStore()
    const models = ['a\0b', '\ud800x', "'; DROP TABLE usage; --", '{"a":[1]}', '\\u0000', '→😀', '$1 ? $2']
    await usage.add(models.map((model, index) => recordOf(`r${index}`, { model })))
    const kept = (await usage.list({}, { limit: 10 })).map(({ model }) => model).toReversed()
    expect(kept.slice(2)).toEqual(models.slice(2))
    expect(kept[1]).toBe('\ufffdx')
    expect(kept[0]).toMatch(/^a.b$/s)
  })

  test('a record that is kept is told at once, and its caller hears of it', async () => {
    const { usage } = await newStore()
    const kept: string[] = []
    for (let index = 0; index < 250; index++) usage.keep(recordOf(`r${index}`), () => kept.push(`r${index}`))
    expect((await usage.sum({}))[0]?.requests).toBe(250)
    expect(kept).toHaveLength(250)
    usage.keep(recordOf('last', { at: 2000 }), () => kept.push('last'))
    expect((await usage.list({}, { limit: 1 }))[0]?.id).toBe('last')
  })

  test('records are listed from the newest, page by page, also where many came at the same time', async () => {
    const { usage } = await newStore()
    await usage.add(['b', 'a', 'C', 'é', 'd'].map((id) => recordOf(id, { at: id === 'd' ? 2000 : 1000 })))
    const ids: string[] = []
    let before: { readonly at: number; readonly id: string } | undefined
    for (;;) {
      const page = await usage.list({}, { limit: 2, ...(before && { before }) })
      ids.push(...page.map(({ id }) => id))
      before = page.at(-1)
      if (page.length < 2) break
    }
    expect(ids).toEqual(['d', 'é', 'b', 'a', 'C'])
  })

  test('records are filtered and summed by key, model, channel and day', async () => {
    const { usage } = await newStore()
    const day = 86_400_000
    await usage.add([
      recordOf('1', { at: day, key: 'k1', model: 'm1', channel: 'c1', tokens: { input: 10, output: 1, cacheRead: 4 }, costMicros: 7 }),
      recordOf('2', { at: day + 5, key: 'k2', model: 'm1', channel: 'c1', tokens: { input: 20 }, costMicros: 30, outcome: 'cancelled' }),
      recordOf('3', { at: 2 * day, key: 'k1', model: 'm2', tokens: { cacheWrite: 2 }, outcome: 'overloaded', status: 503 }),
    ])
    const ids = async (filter: Parameters<typeof usage.list>[0]): Promise<string> =>
      (await usage.list(filter, { limit: 9 })).map(({ id }) => id).join('')
    expect(await ids({ key: 'k1' })).toBe('31')
    expect(await ids({ model: 'm1', channel: 'c1' })).toBe('21')
    expect(await ids({ from: day + 5, to: 2 * day })).toBe('2')
    expect(await usage.sum({})).toEqual([
      {
        group: '',
        requests: 3,
        failed: 1,
        input: 30,
        output: 1,
        cacheRead: 4,
        cacheWrite: 2,
        costMicros: 37,
        unpriced: 0,
        failedMicros: 0,
        failedUnpriced: 0,
        estimated: 0,
        estimatedMicros: 0,
      },
    ])
    const groups = async (by: Parameters<typeof usage.sum>[1]): Promise<unknown> =>
      (await usage.sum({}, by)).map(({ group, requests, costMicros }) => [group, requests, costMicros])
    expect(await groups('key')).toEqual([
      ['k2', 1, 30],
      ['k1', 2, 7],
    ])
    expect(await groups('model')).toEqual([
      ['m1', 2, 37],
      ['m2', 1, 0],
    ])
    expect(await groups('channel')).toEqual([
      ['c1', 2, 37],
      ['', 1, 0],
    ])
    expect(await groups('day')).toEqual([
      ['1970-01-02', 2, 37],
      ['1970-01-03', 1, 0],
    ])
    expect((await usage.sum({}, 'day', 'key')).map(({ group, part, costMicros }) => [group, part, costMicros])).toEqual([
      ['1970-01-02', 'k2', 30],
      ['1970-01-02', 'k1', 7],
      ['1970-01-03', 'k1', 0],
    ])
    expect((await usage.sum({}, 'channel', 'client')).map(({ group, part }) => [group, part])).toEqual([
      ['c1', ''],
      ['', ''],
    ])
    expect(await usage.sum({ key: 'none' })).toEqual([
      {
        group: '',
        requests: 0,
        failed: 0,
        input: 0,
        output: 0,
        cacheRead: 0,
        cacheWrite: 0,
        costMicros: 0,
        unpriced: 0,
        failedMicros: 0,
        failedUnpriced: 0,
        estimated: 0,
        estimatedMicros: 0,
      },
    ])
    expect(await usage.sum({ key: 'none' }, 'day')).toEqual([])
  })

  test('what failed attempts cost is summed, be their request a failure or not, and what is estimated', async () => {
    const { usage } = await newStore()
    await usage.add([
      recordOf('good', { costMicros: 100, tokens: { input: 1 } }),
      recordOf('after a failure', { costMicros: 130, failedMicros: 30, estimated: true, tokens: { input: 1 } }),
      recordOf('failed', { costMicros: 7, failedMicros: 2, outcome: 'server', tokens: { input: 1 } }),
      recordOf('failed at no price', { outcome: 'server', tokens: { input: 1 } }),
      recordOf('after a failure at no price', { costMicros: 1000, failedUnpriced: true, tokens: { input: 1 } }),
      recordOf('refused', { outcome: 'not-found' }),
    ])
    const [sum] = await usage.sum({})
    expect(sum).toMatchObject({ costMicros: 1237, unpriced: 2, failed: 3, failedMicros: 37, failedUnpriced: 2 })
    expect(sum).toMatchObject({ estimated: 1, estimatedMicros: 100 })
    expect((await usage.sum({ failed: false }))[0]).toMatchObject({ failedMicros: 30, failedUnpriced: 1 })
  })

  test('what keys spent is summed for all at once, for each since its own time', async () => {
    const { usage } = await newStore()
    await usage.add([
      recordOf('1', { at: 100, key: 'a', costMicros: 1 }),
      recordOf('2', { at: 200, key: 'a', costMicros: 2 }),
      recordOf('3', { at: 200, key: 'b', costMicros: 4 }),
      recordOf('4', { at: 300, key: 'b' }),
      recordOf('5', { at: 300, key: 'c', costMicros: 9_000_000_000_000 }),
    ])
    usage.keep(recordOf('6', { at: 300, key: 'a', costMicros: 8 }), () => {})
    const spent = await usage.spent([
      { key: 'a', from: 200 },
      { key: 'b' },
      { key: 'c', from: 0 },
      { key: 'd', from: 0 },
      { key: "e'", from: 301 },
    ])
    expect(Object.fromEntries(spent)).toEqual({ a: 10, b: 4, c: 9_000_000_000_000, d: 0, "e'": 0 })
    expect(Object.fromEntries(await usage.spent([{ key: 'a', from: 100, to: 200 }]))).toEqual({ a: 1 })
    expect([...(await usage.spent([]))]).toEqual([])
  })

  test('a document comes back as it was kept, with all that JSON can say, under its kind alone', async () => {
    const { documents } = await newStore()
    const body = { nul: 'a\0b', half: '\ud800', text: 'ß→😀', '': [1e300, -0.5, null, true, { __proto__x: 1 }], order: { b: 1, a: 2 } }
    const document = documentOf('a', { body, expiresAt: 100 })
    expect(await documents.insert(document)).toBe(true)
    expect(await documents.insert(documentOf('a'))).toBe(false)
    expect(await documents.insert(documentOf('a', { kind: 'other' }))).toBe(true)
    expect(await documents.get('response', 'a', 99)).toEqual(document)
    expect(Object.keys((await documents.get('response', 'a', 99))?.body['order'] ?? {})).toEqual(['b', 'a'])
    expect(await documents.get('response', 'a', 100)).toBeUndefined()
    expect(await documents.get('conversation', 'a', 1)).toBeUndefined()
  })

  test('an id that no database would take is simply not there', async () => {
    const { documents, keys } = await newStore()
    expect(await documents.get('response', 'a\0', 1)).toBeUndefined()
    expect(await documents.getMany('response', ['\ud800', "'; DROP TABLE documents; --"], 1)).toEqual([])
    expect(await documents.delete('response', '\0')).toBe(false)
    expect(await keys.find('\0')).toBeUndefined()
  })

  test('a document of two megabytes is kept', async () => {
    const { documents } = await newStore()
    const large = documentOf('a', { body: { text: 'ä'.repeat(1_000_000) } })
    await documents.insert(large)
    expect(await documents.get('response', 'a', 1)).toEqual(large)
  })

  test('of many that change a document at the same revision one succeeds', async () => {
    const options = await create()
    const stores = [await open(options), await open(options)]
    await stores[0]?.documents.insert(documentOf('a'))
    const failover = Array.from({ length: 20 }, async (_, index) =>
      stores[index % 2]?.documents.replace(documentOf('a', { body: { index }, createdAt: 5 })),
    )
    const won = (await Promise.all(failover)).flatMap((success, index) => (success === true ? [index] : []))
    expect(won).toHaveLength(1)
    expect(await stores[1]?.documents.get('response', 'a', 1)).toEqual(documentOf('a', { revision: 2, body: { index: won[0] ?? -1 } }))
    expect(await stores[0]?.documents.replace(documentOf('a', { revision: 2, expiresAt: 50, body: {} }))).toBe(true)
    expect(await stores[0]?.documents.get('response', 'a', 50)).toBeUndefined()
    expect(await stores[0]?.documents.replace(documentOf('none'))).toBe(false)
  })

  test('documents are kept for longer, and otherwise left as they are', async () => {
    const { documents } = await newStore()
    await documents.insert(documentOf('short', { expiresAt: 100 }))
    await documents.insert(documentOf('long', { expiresAt: 300 }))
    await documents.insert(documentOf('endless'))
    const many = Array.from({ length: 1_200 }, (_, index) => `none-${index}`)
    await documents.prolong('response', [...many, 'short', 'long', 'endless'], 200)
    expect(await documents.get('response', 'short', 150)).toEqual(documentOf('short', { expiresAt: 200 }))
    expect(await documents.get('response', 'long', 250)).toEqual(documentOf('long', { expiresAt: 300 }))
    expect(await documents.get('response', 'endless', 1_000)).toEqual(documentOf('endless'))
    await documents.prolong('other', ['short'], 500)
    expect(await documents.get('response', 'short', 250)).toBeUndefined()
  })

  test('many documents are fetched at once, in the order that was asked for', async () => {
    const { documents } = await newStore()
    const ids = Array.from({ length: 1200 }, (_, index) => `id${index}`)
    for (const id of ids) await documents.insert(documentOf(id, id === 'id7' ? { expiresAt: 1 } : {}))
    const asked = ids.toReversed().concat('missing')
    const found = await documents.getMany('response', asked, 1)
    expect(found.map(({ id }) => id)).toEqual(asked.filter((id) => id !== 'id7' && id !== 'missing'))
    expect(await documents.getMany('response', [], 1)).toEqual([])
  })

  test('documents are listed by their time and id, of one owner or of all, page by page, both ways', async () => {
    const { documents } = await newStore()
    for (const [id, owner, createdAt] of [
      ['b', 'one', 1],
      ['a', 'one', 1],
      ['B', 'one', 1],
      ['c', 'one', 2],
      ['x', 'two', 1],
    ] as const)
      await documents.insert(documentOf(id, { owner, createdAt }))
    await documents.insert(documentOf('gone', { owner: 'one', expiresAt: 10 }))
    const list = async (page: Partial<Parameters<typeof documents.list>[1]>): Promise<string> =>
      (await documents.list('response', { now: 10, limit: 10, order: 'oldest-first', ...page })).map(({ id }) => id).join('')
    expect(await list({ owner: 'one' })).toBe('Babc')
    expect(await list({ owner: 'one', order: 'newest-first' })).toBe('cbaB')
    expect(await list({})).toBe('Babxc')
    expect(await list({ owner: 'one', limit: 2 })).toBe('Ba')
    expect(await list({ owner: 'one', limit: 2, after: { createdAt: 1, id: 'a' } })).toBe('bc')
    expect(await list({ owner: 'one', order: 'newest-first', after: { createdAt: 1, id: 'b' } })).toBe('aB')
    expect(await list({ owner: 'nobody' })).toBe('')
  })

  test('what has expired is swept, and old records where that is wanted', async () => {
    const store = await newStore()
    for (let index = 0; index < 1203; index++) await store.documents.insert(documentOf(`id${index}`, { expiresAt: index < 1200 ? 10 : 20 }))
    await store.usage.add([recordOf('old', { at: 5 }), recordOf('young', { at: 15 })])
    expect(await store.sweep(10)).toBe(1200)
    expect(await store.sweep(10, 15)).toBe(1)
    expect(await store.sweep(10, 15)).toBe(0)
    expect((await store.documents.list('response', { now: 0, limit: 10, order: 'oldest-first' })).length).toBe(3)
    expect((await store.usage.list({}, { limit: 10 })).map(({ id }) => id)).toEqual(['young'])
    await store.ping()
  })

  test('everything is there after the store was closed and opened again', async () => {
    const options: StoreOptions = await create()
    const first = await open(options)
    await first.keys.insert(keyOf(1))
    await first.documents.insert(documentOf('a'))
    first.usage.keep(recordOf('r'), () => {})
    await first.close()
    await first.close()
    const second = await open(options)
    expect(await second.keys.list()).toEqual([keyOf(1)])
    expect(await second.documents.get('response', 'a', 1)).toEqual(documentOf('a'))
    expect(await second.usage.list({}, { limit: 5 })).toEqual([recordOf('r')])
  })

  test('of several gateways that open a new store at once none fails', async () => {
    const options = await create()
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(options)))
    expect(await Promise.all(stores.map((store, index) => store.keys.insert(keyOf(index))))).toEqual([true, true, true, true])
  })
})
