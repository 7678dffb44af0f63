import { budgetPeriod, endPrevious, issueKey, keyState, livingPrevious, longestGrace, rotateKey } from '@interlingua/access'
import type { JsonObject } from '@interlingua/core'
import { parseTime } from '@interlingua/core/adapter'
import type { ApiKey, KeyFilter, KeyLimits, Store } from '@interlingua/store'
import * as z from 'zod'
import type { SignIns } from '../access/sign-ins.ts'
import type { KeyPage, KeyRow, KeyWithSecret } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import type { EventHub } from '../events/event-hub.ts'
import { notFound } from '../serve/gate.ts'
import { readBody, readCount, refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, operators, watchers } from '../serve/route.ts'

const limit = z.int('use a whole number').min(1, 'use at least 1').max(1_000_000_000, 'use at most 1,000,000,000').nullable().optional()
const model = z.string('use model ids or patterns').min(1, 'a model id is empty').max(256, 'a model id is longer than 256 signs')

const terms = {
  role: z.enum(['admin', 'viewer', 'caller'], 'use admin, viewer or caller').optional(),
  models: z.array(model).min(1, 'list at least one model, or null for all').max(1000, 'list at most 1,000 models').nullable().optional(),
  limits: z.strictObject({ requestsPerMinute: limit, tokensPerMinute: limit, concurrentStreams: limit }).optional(),
  budget: z
    .strictObject({
      micros: z.int('use a whole number of millionths').min(1, 'use at least 1').max(1e15, 'this is more than a key can spend'),
      period: z.enum(['day', 'month', 'total'], 'use day, month or total'),
    })
    .nullable()
    .optional(),
  expiresAt: z.string('use a time such as 2027-01-31T00:00:00Z').nullable().optional(),
}

const name = z
  .string('give the key a name')
  .regex(/^[\w.@ -]{1,100}$/, 'use 1 to 100 letters, digits, spaces and . _ - @')
  .refine((text) => text.trim() === text && !text.startsWith('key_'), 'a name has no spaces around it, and does not begin with key_')

const newKey = z.strictObject({ name, ...terms })
const changedKey = z.strictObject(terms)

const rotation = z.strictObject({
  graceSeconds: z
    .int('use a whole number of seconds')
    .min(0, 'use at least 0')
    .max(longestGrace / 1000, `use at most ${longestGrace / 1000} seconds, which are 30 days`)
    .optional(),
})

type Terms = z.output<typeof changedKey>

/** Routes of keys: list, make, change, give another secret, revoke. */
export function createKeyRoutes(hub: EventHub, signIns: SignIns): readonly ConsoleRoute[] {
  const changed = (id: string): void => hub.publish({ topic: 'key', data: { id } })

  async function create(call: Call): Promise<KeyWithSecret> {
    const { gateway, now } = call
    const { name: asked, ...given } = readBody(newKey, call.body)
    const { key, secret } = issueKey({ name: asked, ...changeTerms({ admin: false }, given, now) }, now)
    await call.audit({ action: 'key.create', subject: key.id, after: termsOf(key) })
    if (!(await gateway.store.keys.insert(key)))
      throw new ConsoleError('conflict', `/name: there is a key with the name ${asked} already; names are not used again`, {
        field: '/name',
      })
    changed(key.id)
    return { ...(await rowOf(key, gateway.store, now)), secret }
  }

  async function change(call: Call): Promise<KeyRow> {
    const key = await findKey(call)
    const { models: _, limits: __, budget: ___, expiresAt: ____, viewer: _____, ...rest } = key
    const next: ApiKey = { ...rest, ...changeTerms(key, readBody(changedKey, call.body), call.now) }
    await call.audit({ action: 'key.update', subject: key.id, before: termsOf(key), after: termsOf(next) })
    await replaceKey(call, next, key)
    changed(key.id)
    return rowOf(next, call.gateway.store, call.now)
  }

  async function rotate(call: Call): Promise<KeyWithSecret> {
    const { graceSeconds = 0 } = call.body === undefined ? {} : readBody(rotation, call.body)
    const until = graceSeconds === 0 ? undefined : call.now + graceSeconds * 1000
    const key = await findKey(call)
    const rotated = rotateKey(key, until)
    const { id, hash } = rotated.key
    await call.audit({
      action: 'key.rotate',
      subject: id,
      ...(until !== undefined && { after: { oldSecretUntil: new Date(until).toISOString() } }),
    })
    // The caller's own sign-in goes on with the new secret, since the page that shows it would be lost. Other calls of the page come meanwhile.
    const own = call.person.keyId === id
    if (own) await signIns.renew(call.person.id, undefined, call.now)
    let held = call.person.keyHash
    try {
      await replaceKey(call, rotated.key, key)
      held = hash
    } finally {
      if (own) await signIns.renew(call.person.id, held, call.now)
    }
    changed(rotated.key.id)
    return { ...(await rowOf(rotated.key, call.gateway.store, call.now)), secret: rotated.secret }
  }

  async function endOld(call: Call): Promise<void> {
    const key = await findKey(call)
    if (livingPrevious(key, call.now) === undefined) throw new ConsoleError('conflict', 'No old secret of this key works.')
    await call.audit({ action: 'key.end-previous', subject: key.id })
    await replaceKey(call, endPrevious(key), key)
    changed(key.id)
  }

  async function revoke(call: Call): Promise<void> {
    const key = await findKey(call)
    await call.audit({ action: 'key.revoke', subject: key.id })
    await call.gateway.store.keys.revoke(key.id, call.now)
    changed(key.id)
  }

  return [
    { method: 'GET', path: '/keys', summary: 'Lists keys, without their secrets', roles: watchers, serve: listKeys },
    { method: 'POST', path: '/keys', summary: 'Makes a key, whose secret is told this once', roles: operators, serve: create },
    { method: 'PATCH', path: '/keys/{id}', summary: 'Changes the terms of a key', roles: operators, serve: change },
    { method: 'DELETE', path: '/keys/{id}', summary: 'Revokes a key, for good', roles: operators, serve: revoke },
    { method: 'POST', path: '/keys/{id}/rotate', summary: 'Gives a key another secret', roles: operators, serve: rotate },
    { method: 'DELETE', path: '/keys/{id}/previous', summary: 'Ends the old secret of a rotated key', roles: operators, serve: endOld },
  ]
}

async function listKeys({ gateway: { store }, query, now }: Call): Promise<KeyPage> {
  refuseUnknown(query, ['limit', 'before', 'search', 'state', 'budget'])
  const limit = readCount(query, 'limit', 100, 1000)
  const [search = '', state = 'all', budget = 'any'] = ['search', 'state', 'budget'].map((member) => query.get(member) ?? undefined)
  if (!['all', 'valid'].includes(state)) throw new ConsoleError('invalid-request', 'state: use all or valid', { field: 'state' })
  if (!['any', 'some'].includes(budget)) throw new ConsoleError('invalid-request', 'budget: use any or some', { field: 'budget' })
  const before = readPlace(query.get('before'))
  const filter: KeyFilter = {
    words: search.split(/\s+/).filter(Boolean).slice(0, mostWords),
    ...(state === 'valid' && { validAt: now }),
    ...(budget === 'some' && { withBudget: true }),
  }
  const [found, { all, valid }] = await Promise.all([
    store.keys.page(filter, { limit: limit + 1, ...(before && { before }) }),
    store.keys.count(now),
  ])
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    rows: await rowsOf(found.slice(0, limit), store, now),
    all,
    ended: all - valid,
    ...(last && { next: `${last.createdAt}-${last.id}` }),
  }
}

/** Words of a search that count. */
const mostWords = 10

function readPlace(text: string | null): { readonly createdAt: number; readonly id: string } | undefined {
  if (text === null) return undefined
  const [, at, id] = /^(\d{1,16})-(.+)$/s.exec(text) ?? []
  if (at !== undefined && id !== undefined) return { createdAt: Number(at), id }
  throw new ConsoleError('invalid-request', 'before: expected what an earlier answer gave as `next`', { field: 'before' })
}

async function findKey({ gateway, parameters: { id = '' } }: Call): Promise<ApiKey> {
  const key = await gateway.store.keys.find(id)
  // Names are for people: a path names a key by its id.
  if (key === undefined || key.id !== id) throw notFound()
  return key
}

/** Replaces a key unless its secrets changed since it was read, since a secret that ended would come back. Throws a `ConsoleError`. */
async function replaceKey({ gateway: { store } }: Call, key: ApiKey, seen: ApiKey): Promise<void> {
  if (await store.keys.replace(key, seen)) return
  const present = await store.keys.find(key.id)
  throw new ConsoleError(
    'conflict',
    present?.revokedAt === undefined
      ? 'The secret of this key was changed meanwhile: try again.'
      : 'This key is revoked, which is for good.',
  )
}

type OldTerms = Pick<ApiKey, 'admin'> & Partial<ApiKey>

/** Terms of a key after a change, in which null takes a term away. */
function changeTerms(
  old: OldTerms,
  { role, models, limits, budget, expiresAt }: Terms,
  now: number,
): Pick<ApiKey, 'admin' | 'viewer' | 'models' | 'limits' | 'budget' | 'expiresAt'> {
  const all = Object.entries({ ...old.limits, ...limits }).filter(([, value]) => value !== null && value !== undefined)
  const merged = {
    models: models === undefined ? old.models : models,
    limits: all.length === 0 ? undefined : (Object.fromEntries(all) as KeyLimits), // numbers by the names of limits
    budget: budget === undefined ? old.budget : budget,
    expiresAt: expiresAt === undefined ? old.expiresAt : expiresAt === null ? null : readExpiry(expiresAt, now),
  }
  const present = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== null))
  if (role === undefined) return { ...present, admin: old.admin, ...(old.viewer && { viewer: true }) }
  return { ...present, admin: role === 'admin', ...(role === 'viewer' && { viewer: true }) }
}

const minute = 60_000

function readExpiry(text: string, now: number): number {
  const time = parseTime(text)
  if (time !== undefined && time >= now + minute) return time
  throw new ConsoleError('invalid-request', '/expiresAt: use a time such as 2027-01-31T00:00:00Z, at least a minute from now', {
    field: '/expiresAt',
  })
}

/** Terms as the audit keeps them. */
function termsOf({ name: named, admin, viewer, models, limits, budget, expiresAt }: ApiKey): JsonObject {
  return {
    name: named,
    role: admin ? 'admin' : viewer ? 'viewer' : 'caller',
    ...(models && { models }),
    ...(limits && { limits: { ...limits } }),
    ...(budget && { budget: { ...budget } }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  }
}

async function rowOf(key: ApiKey, store: Store, now: number): Promise<KeyRow> {
  const [row] = await rowsOf([key], store, now)
  return row as KeyRow // `rowsOf` gives a row for each key
}

async function rowsOf(keys: readonly ApiKey[], store: Store, now: number): Promise<readonly KeyRow[]> {
  const [last, spent] = await Promise.all([
    store.usage.lastUses(keys.map(({ id }) => id)),
    store.usage.spent(keys.flatMap(({ id, budget }) => (budget ? [{ key: id, from: budgetPeriod(budget.period, now).from ?? 0 }] : []))),
  ])
  return keys.map((key) => writeRow(key, now, last.get(key.id), spent.get(key.id) ?? 0))
}

function writeRow(key: ApiKey, now: number, last: number | undefined, spentMicros: number): KeyRow {
  const { id, name: named, hint, admin, viewer, models, limits = {}, budget, createdAt, expiresAt, revokedAt } = key
  const previous = livingPrevious(key, now)
  return {
    id,
    name: named,
    hint,
    ...(previous && { previous: { hint: previous.hint, until: new Date(previous.until).toISOString() } }),
    state: keyState(key, now),
    role: admin ? 'admin' : viewer ? 'viewer' : 'caller',
    ...(models && { models }),
    limits,
    ...(budget && { budget: { ...budget, spentMicros } }),
    createdAt: new Date(createdAt).toISOString(),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
    ...(revokedAt !== undefined && { revokedAt: new Date(revokedAt).toISOString() }),
    ...(last !== undefined && { lastUsedAt: new Date(last).toISOString() }),
  }
}
