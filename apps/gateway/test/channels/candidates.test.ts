import { kinds } from '../served.ts'
import { expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { parseConfig } from '../../src/config/read-config.ts'
import type { RouteConfig } from '../../src/config/channel-schema.ts'
import { createPools, createResolver, openChannel, sessionOf, weighTargets } from '@interlingua/upstreams'

const pools = createPools()

type Line = Pick<ChannelConfig, 'name' | 'models'> & Partial<ChannelConfig>

function resolverOf(lines: readonly Line[], routes?: readonly RouteConfig[]): ReturnType<typeof createResolver> {
  const channels = lines.map((line) => ({ format: 'chat' as const, baseUrl: 'http://127.0.0.1:9', ...line }))
  return createResolver(
    channels.map((channel) => openChannel(channel, {}, kinds, pools.poolOf)),
    routes,
  )
}

const spell = ({ targets }: ReturnType<ReturnType<typeof createResolver>>): string[] =>
  targets.map(({ channel, model }) => `${channel.name}:${model}`)

test('channels that list the same id come by priority, then those of the client’s format, then as they are configured', () => {
  const resolve = resolverOf([
    { name: 'late', priority: 1, format: 'messages', models: ['m'] },
    { name: 'a', models: ['m'] },
    { name: 'b', format: 'messages', models: ['m'] },
    { name: 'c', models: ['m', { name: 'own', priority: 2 }] },
    { name: 'other', models: ['n', 'own'] },
    { name: 'pattern', models: ['m*', 'o*'] },
  ])
  expect(spell(resolve('m', 'chat'))).toEqual(['a:m', 'c:m', 'b:m', 'late:m'])
  expect(spell(resolve('m', 'messages'))).toEqual(['b:m', 'a:m', 'c:m', 'late:m'])
  expect(spell(resolve('own', 'chat'))).toEqual(['other:own', 'c:own'])
  expect(spell(resolve('more', 'chat'))).toEqual(['pattern:more'])
  expect(spell(resolve('x', 'chat'))).toEqual([])
})

test('a name of a channel before the model is outright: patterns come after it, ids of others before it', () => {
  const resolve = resolverOf([
    { name: 'all', models: ['*'] },
    { name: 'some', models: ['claude/*', 'claude/listed'] },
    { name: 'claude', format: 'messages', models: ['m', 'o*', { name: 'short', upstream: 'long' }] },
  ])
  for (const format of ['chat', 'messages', 'responses', 'contents'] as const) {
    expect(spell(resolve('claude/m', format))).toEqual(['claude:m'])
    expect(spell(resolve('claude/opus', format))).toEqual(['claude:opus'])
    expect(spell(resolve('claude/short', format))).toEqual(['claude:long'])
    expect(spell(resolve('claude/listed', format))).toEqual(['some:claude/listed'])
    // A channel is not asked for a model that its list does not have.
    expect(spell(resolve('claude/x', format))).toEqual(['all:claude/x'])
    expect(spell(resolve('nobody/m', format))).toEqual(['all:nobody/m'])
    expect(spell(resolve('m', format))).toEqual(['claude:m'])
  }
})

test('client 1.9: a route gives an id another model, a pattern too, and falls back to others', () => {
  const resolve = resolverOf(
    [
      { name: 'claude', format: 'messages', models: ['claude-*', { name: 'best', upstream: 'claude-opus-4-5' }] },
      { name: 'gpt', models: ['gpt-5', 'gpt-5-mini', 'known-flash'] },
      { name: 'gemini', format: 'contents', models: ['gemini-*'] },
    ],
    [
      { match: 'sonnet', to: 'claude-sonnet-4-5' },
      { match: 'gemini-9-pro', to: 'best' },
      { match: '*-flash', to: 'gemini-2.5-flash', fallbacks: ['gpt-5-mini'] },
      { match: 'openai/*', to: '*' },
      { match: 'gemini-*', fallbacks: ['gpt/gpt-5', 'nowhere', 'best'] },
      { match: 'haiku', fallbacks: ['gpt-5-mini'] },
    ],
  )
  expect(spell(resolve('sonnet', 'messages'))).toEqual(['claude:claude-sonnet-4-5'])
  expect(spell(resolve('gemini-9-pro', 'contents'))).toEqual(['claude:claude-opus-4-5'])
  expect(spell(resolve('gemini-3.8-flash', 'contents'))).toEqual(['gemini:gemini-2.5-flash', 'gpt:gpt-5-mini'])
  // Models that a channel lists by name stay, whatever patterns the others have.
  expect(spell(resolve('known-flash', 'contents'))).toEqual(['gpt:known-flash'])
  expect(spell(resolve('openai/gpt-5', 'chat'))).toEqual(['gpt:gpt-5'])
  expect(spell(resolve('gemini-3-pro-preview', 'contents'))).toEqual(['gemini:gemini-3-pro-preview', 'gpt:gpt-5', 'claude:claude-opus-4-5'])
  expect(spell(resolve('haiku', 'messages'))).toEqual(['gpt:gpt-5-mini'])
})

test('without a route no name stands for another', () => {
  const resolve = resolverOf([{ name: 'claude', format: 'messages', models: ['claude-sonnet-4-5'] }])
  expect(spell(resolve('sonnet', 'messages'))).toEqual([])
  expect(spell(resolve('claude-sonnet-4', 'messages'))).toEqual([])
})

test('a route that says nothing, or whose star stands for nothing, is refused where it stands', () => {
  const channels = 'channels: [{ name: a, format: chat, baseUrl: "http://h", models: [m] }]\n'
  for (const [route, message] of [
    ['{ match: a }', 'routes[0]: names no model: a route has "to", "fallbacks" or both'],
    ['{ match: a, to: "x-*" }', 'routes[0].to: a * needs exactly one * in match'],
    ['{ match: "a*b*", to: "x-*" }', 'routes[0].to: a * needs exactly one * in match'],
  ])
    expect(() => parseConfig(`${channels}routes: [${route}]`, 'file')).toThrow(message)
})

const weights: readonly Line[] = [
  { name: 'one', weight: 1, models: ['m'] },
  { name: 'three', weight: 3, models: ['m'] },
  { name: 'never', weight: 0, models: ['m'] },
]

test('each of a group comes first as often as its weight says', () => {
  const { targets, weighed } = resolverOf(weights)('m', 'chat')
  expect(weighed).toBe(true)
  // A generator of the same numbers on every machine.
  let seed = 1
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const first = new Map<string, number>()
  for (let count = 0; count < 10_000; count++) {
    const order = weighTargets(targets, undefined, random).map(({ channel }) => channel.name)
    expect(order.at(-1)).toBe('never')
    first.set(order[0] ?? '', (first.get(order[0] ?? '') ?? 0) + 1)
  }
  expect((first.get('three') ?? 0) / 10_000).toBeCloseTo(0.75, 1)
  expect(first.get('never')).toBeUndefined()
})

test('priority and format come before any weight', () => {
  const { targets } = resolverOf([
    { name: 'backup', priority: 1, weight: 1_000, models: ['m'] },
    { name: 'foreign', format: 'messages', weight: 1_000, models: ['m'] },
    { name: 'light', weight: 1, models: ['m'] },
  ])('m', 'chat')
  for (const random of [0, 0.5, 0.999])
    expect(weighTargets(targets, undefined, () => random).map(({ channel }) => channel.name)).toEqual(['light', 'foreign', 'backup'])
})

test('a conversation stays with its channel, and most keep theirs where a channel is added', () => {
  const before = resolverOf(weights.slice(0, 2))('m', 'chat').targets
  const after = resolverOf([...weights.slice(0, 2), { name: 'new', weight: 1, models: ['m'] }])('m', 'chat').targets
  const never = (): number => {
    throw new Error('no chance is needed')
  }
  const shares = new Map<string, number>()
  let moved = 0
  for (let count = 0; count < 4_000; count++) {
    const session = `session-${count}`
    const [first] = weighTargets(before, session, never)
    expect(weighTargets(before, session, never)[0]).toBe(first)
    const name = first?.channel.name ?? ''
    shares.set(name, (shares.get(name) ?? 0) + 1)
    const [now] = weighTargets(after, session, never)
    if (now?.channel.name !== name) {
      expect(now?.channel.name).toBe('new')
      moved++
    }
  }
  expect((shares.get('three') ?? 0) / 4_000).toBeCloseTo(0.75, 1)
  expect(moved / 4_000).toBeCloseTo(0.2, 1)
})

test('what names a conversation is found where the clients say it', () => {
  expect(sessionOf({ 'x-session-id': 'header' }, { prompt_cache_key: 'key' })).toBe('key')
  expect(sessionOf({ 'x-session-affinity': 'a', 'x-session-id': 'b' }, {})).toBe('a')
  expect(sessionOf({ 'x-claude-code-session-id': 'c' }, { metadata: { user_id: 'u' } })).toBe('c')
  expect(sessionOf({ 'session-id': 'codex' }, {})).toBe('codex')
  expect(sessionOf({}, { metadata: { user_id: '{"session_id":"s"}' } })).toBe('{"session_id":"s"}')
  expect(sessionOf({}, { metadata: 'x', prompt_cache_key: 7 })).toBeUndefined()
})
