import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config/read-config.ts'
import { formatDuration } from '../../src/config/units.ts'
import { soundChannel } from './file-mistakes.ts'

interface Parsed {
  readonly config: ReturnType<typeof parseConfig>
  readonly warnings: readonly string[]
}

function parsed(text: string): Parsed {
  const warnings: string[] = []
  return { config: parseConfig(text, 'f', (warning) => void warnings.push(warning)), warnings }
}

/** Part of a file with old names, the same with the new ones, and what is said of it. */
const renames: readonly (readonly [old: string, now: string, ...said: readonly string[]])[] = [
  ['    liveness: 5\n', '    keepAlive: 5s\n', 'f:6:5: "liveness" is now "keepAlive"'],
  ['liveness: 5\n', 'keepAlive: 5\n', 'f:6:1: "liveness" is now "keepAlive"'],
  [
    'circuit: { pause: 5, credentialPause: 9, failures: 3 }\n',
    'circuitBreaker: { cooldown: 5, credentialCooldown: 9, failures: 3 }\n',
    'f:6:1: "circuit" is now "circuitBreaker"',
    'f:6:12: "pause" is now "cooldown"',
    'f:6:22: "credentialPause" is now "credentialCooldown"',
  ],
  [
    '    circuit: { pause: 5 }\n',
    '    circuitBreaker: { cooldown: 5 }\n',
    'f:6:5: "circuit" is now "circuitBreaker"',
    'f:6:16: "pause" is now "cooldown"',
  ],
  ['policy: { envelopeSeals: false }\n', 'policy: { carryForeignSeals: false }\n', 'f:6:11: "envelopeSeals" is now "carryForeignSeals"'],
  [
    'retry: { retryAfter: 2, on: [500, broken] }\n',
    'retry: { maxRetryAfter: 2, alsoOn: [500, connection-error] }\n',
    'f:6:10: "retryAfter" is now "maxRetryAfter"',
    'f:6:25: "on" is now "alsoOn"',
    'f:6:35: "broken" is now "connection-error"',
  ],
  ['    retryOn: [500]\n', '    retry: { alsoOn: [500] }\n', 'f:6:5: "retryOn" is now "retry.alsoOn"'],
  ['    version: 2024-01-01\n', '    anthropicVersion: 2024-01-01\n', 'f:6:5: "version" is now "anthropicVersion"'],
  ['    rehost: true\n', '    hostResults: true\n', 'f:6:5: "rehost" is now "hostResults"'],
  ['    mostVideos: 2\n', '    maxVideos: 2\n', 'f:6:5: "mostVideos" is now "maxVideos"'],
  [
    '    pace: { first: 1, next: 2, most: 3 }\n',
    '    poll: { initial: 1, interval: 2, maxInterval: 3 }\n',
    'f:6:5: "pace" is now "poll"',
    'f:6:13: "first" is now "initial"',
    'f:6:23: "next" is now "interval"',
    'f:6:32: "most" is now "maxInterval"',
  ],
  [
    '    concurrency: { calls: 1, waiting: 2, patience: 3 }\n',
    '    concurrency: { limit: 1, queue: 2, queueTimeout: 3 }\n',
    'f:6:20: "calls" is now "limit"',
    'f:6:30: "waiting" is now "queue"',
    'f:6:42: "patience" is now "queueTimeout"',
  ],
  [
    '    threads: true\n    state: false\n    caches: true\n',
    '    supports: { messageThreads: true, storedResponses: false, cachedContents: true }\n',
    'f:6:5: "threads" is now "supports.messageThreads"',
    'f:7:5: "state" is now "supports.storedResponses"',
    'f:8:5: "caches" is now "supports.cachedContents"',
  ],
  [
    '    keeps: { threads: true, responses: false, cachedContents: true }\n',
    '    supports: { messageThreads: true, storedResponses: false, cachedContents: true }\n',
    'f:6:5: "keeps" is now "supports"',
    'f:6:14: "threads" is now "messageThreads"',
    'f:6:29: "responses" is now "storedResponses"',
  ],
  ['data: here\n', 'dataDir: here\n', 'f:6:1: "data" is now "dataDir"'],
  [
    'usage: { keep: false, days: 400 }\n',
    'usage: { enabled: false, retention: 400d }\n',
    'f:6:10: "keep" is now "enabled"',
    'f:6:23: "days" is now "retention"',
  ],
  ['results: { lifetime: 60 }\n', 'results: { retention: 1m }\n', 'f:6:12: "lifetime" is now "retention"'],
  ['responses: { retention: 30 }\n', 'responses: { retention: 30d }\n', 'f:6:25: 30 without a unit are days; it is now "30d"'],
]

test.each(renames)('%j means %j', (old, now, ...said) => {
  const before = parsed(soundChannel + old)
  const after = parsed(soundChannel + now)
  expect(before.config).toEqual(after.config)
  expect(before.warnings).toEqual(said)
  expect(after.warnings).toEqual([])
})

test('facts about a model have their old names, too', () => {
  const file = (model: string): string => soundChannel.replace('[m]', `[{ name: m, ${model} }]`)
  const before = parsed(file('rejectsResponseFormat: true, mostVideos: 2'))
  expect(before.config).toEqual(parsed(file('supports: { responseFormat: false }, maxVideos: 2')).config)
  expect(before.warnings).toEqual([
    'f:5:25: "rejectsResponseFormat" is now "supports.responseFormat"',
    'f:5:54: "mostVideos" is now "maxVideos"',
  ])
})

test('an old name is told once, with its first place and the number of its uses', () => {
  const second = soundChannel.slice('channels:\n'.length).replace('name: a', 'name: b')
  const { warnings } = parsed(`${soundChannel}    liveness: 5\n${second}    liveness: 6\nliveness: 7\n`)
  expect(warnings).toEqual(['f:6:5: "liveness" is now "keepAlive" (3 times)'])
})

test('an old name in a group that another place repeats is replaced in both', () => {
  const { config, warnings } = parsed(`${soundChannel}    circuit: &it { pause: 5 }\ncircuit: *it\n`)
  expect([config.circuitBreaker, config.channels[0]?.circuitBreaker]).toEqual([{ cooldown: 5 }, { cooldown: 5 }])
  expect(warnings).toEqual(['f:6:5: "circuit" is now "circuitBreaker" (2 times)', 'f:6:20: "pause" is now "cooldown"'])
})

test.each([
  ['anthropic', 'messages'],
  ['openai-responses', 'responses'],
  ['openai-chat', 'chat'],
  ['gemini', 'contents'],
  ['chat', 'chat'],
])('the format %s is %s', (name, id) => {
  const { config, warnings } = parsed(`${soundChannel.replace('openai-chat', name)}profiles: [{ format: ${name}, pattern: x }]\n`)
  expect([config.channels[0]?.format, config.profiles?.[0]?.format, warnings]).toEqual([id, id, []])
})

test.each([
  ['5', 5],
  ['0', 0],
  ['200ms', 0.2],
  ['10s', 10],
  ['1.5m', 90],
  ['1h', 3600],
])('a time of %s is %d seconds', (text, seconds) => {
  expect(parsed(`${soundChannel}keepAlive: ${text}\n`).config.keepAlive).toBe(seconds)
})

test.each([
  ['1024', 1024],
  ['32MiB', 33_554_432],
  ['0.5GiB', 536_870_912],
  ['8 KiB', 8192],
  ['100B', 100],
])('a size of %s is %d bytes', (text, bytes) => {
  expect(parsed(`${soundChannel}limits: { bodyBytes: ${text} }\n`).config.limits?.bodyBytes).toBe(bytes)
})

test.each([
  [0, '0'],
  [0.2, '200ms'],
  [90, '90s'],
  [3600, '1h'],
  [2_592_000, '30d'],
])('%d seconds are written as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a tier is the text that stands in the file', () => {
  const file = soundChannel.replace('[m]', '[{ name: m, tier: 3.1 }]')
  const { config } = parsed(`${file}    tier: 2.0\n`)
  expect([config.channels[0]?.tier, config.channels[0]?.models[0]]).toEqual(['2.0', { name: 'm', tier: '3.1' }])
})

test.each([
  ['chat/top-k', true],
  ['any/top-k', true],
  ['gateway/not-stored', true],
  ['acme/no-tools', true],
  ['chat/topk', false],
  ['chta/top-k', false],
  ['acme', false],
])('the notice %s in an override: %s', (code, taken) => {
  const text = `${soundChannel}policy: { overrides: { ${code}: allow } }\n`
  if (taken) expect(parsed(text).config.policy).toEqual({ overrides: { [code]: 'allow' } })
  else expect(() => parsed(text)).toThrow('no notice has this code')
})
