import type { ModelRow } from '@interlingua/console/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, startConsole, type StartedConsole } from './support/start-console.ts'

let started: StartedConsole
let rows: readonly ModelRow[]

beforeAll(async () => {
  const upstream = { baseUrl: 'http://127.0.0.1:1', apiKey: 'none' }
  started = await startConsole({
    channels: [
      {
        ...upstream,
        name: 'own',
        format: 'messages',
        models: ['claude-x', { name: 'big', upstream: 'x-1', contextLength: 1000, maxOutput: 50 }],
      },
      { ...upstream, name: 'heavy', format: 'chat', models: ['claude-x', 'shared', 'open-*'], weight: 3 },
      { ...upstream, name: 'light', format: 'chat', models: ['shared', { name: 'claude-x', priority: 2 }], weight: 1 },
    ],
    prices: [
      { model: 'x-1', channel: 'own', input: 3, output: 15 },
      { model: 'free', input: 0, output: 0 },
    ],
  })
  const answered = await callApi(started, 'GET', '/models')
  rows = (answered.json as { readonly rows: readonly ModelRow[] }).rows // the API's own answer
})

afterAll(() => started.close())

function targetsOf(model: string): ModelRow['targets'] {
  const row = rows.find(({ id }) => id === model)
  if (row === undefined) throw new Error(`${model} is not listed`)
  return row.targets
}

test('a model names its channels with the place that clients of each format give them', () => {
  expect(targetsOf('claude-x').map(({ channel, priority, orders }) => [channel, priority, orders])).toEqual([
    [
      'heavy',
      0,
      [
        { order: 1, clients: ['chat'] },
        { order: 2, clients: ['messages'] },
      ],
    ],
    [
      'own',
      0,
      [
        { order: 2, clients: ['chat'] },
        { order: 1, clients: ['messages'] },
      ],
    ],
    ['light', 2, [{ order: 3, clients: ['chat', 'messages'] }]],
  ])
})

test('weights of equal channels are shares', () => {
  expect(targetsOf('shared').map(({ channel, orders }) => [channel, orders[0]?.share])).toEqual([
    ['heavy', 0.75],
    ['light', 0.25],
  ])
})

test('prices and facts are those of the configuration; what nobody knows is absent', () => {
  expect(targetsOf('big')).toMatchObject([
    { channel: 'own', model: 'x-1', listed: 'big', price: { input: 3, output: 15 }, context: 1000, maxOutput: 50 },
  ])
  const [unknown] = targetsOf('shared')
  for (const member of ['price', 'context', 'media']) expect(unknown).not.toHaveProperty(member)
})

test('a pattern has channels, and no price of its own', () => {
  expect(targetsOf('open-*')).toMatchObject([{ channel: 'heavy', listed: 'open-*', model: 'open-*' }])
  expect(targetsOf('open-*')[0]).not.toHaveProperty('price')
})
