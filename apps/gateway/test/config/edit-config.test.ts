import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from '../../src/config/diff-lines.ts'
import { configEditSchema, editConfig } from '../../src/config/edit-config.ts'
import { parseConfig } from '../../src/config/read-config.ts'
import { redactConfig } from '../../src/config/redact-config.ts'

const price = { model: 'gpt-5', channel: 'a', input: 1.25, output: 10 }
const route = { match: '*haiku*', to: 'gpt-5' }
const file = 'interlingua.yaml'

/** Text with lines added, as people would see it. */
function added(text: string, edit: Parameters<typeof editConfig>[2]): string {
  return editConfig(text, file, edit)
}

const block = `# Gateway of the team
channels:
  - name: a   # the first
    format: chat
    baseUrl: http://127.0.0.1:1
    apiKeyEnv: SOME_KEY
    models: ['gpt-*']

# Prices of our contract
prices:
    currency: EUR
    models:
    - {model: old,   input: 1, output: 2} # agreed
    # - { model: older, input: 1, output: 2 }

timeouts: { firstByte: 30s }   # slow
`

test('entries are put behind those that are there, and every other line stays as it is', () => {
  const edited = added(block, { prices: [price] })
  expect(edited).toBe(block.replace('# agreed\n', '# agreed\n    - { model: gpt-5, channel: a, input: 1.25, output: 10 }\n'))
  expect(added(edited, { routes: [route] })).toBe(`${edited}routes:\n  - { match: "*haiku*", to: gpt-5 }\n`)
  expect(diffLines(block, edited)).toEqual([
    { kind: 'same', line: 12, text: '    models:' },
    { kind: 'same', line: 13, text: '    - {model: old,   input: 1, output: 2} # agreed' },
    { kind: 'added', line: 14, text: '    - { model: gpt-5, channel: a, input: 1.25, output: 10 }' },
    { kind: 'same', line: 15, text: '    # - { model: older, input: 1, output: 2 }' },
    { kind: 'same', line: 16, text: '' },
  ])
})

const channels = "channels: [{ name: a, format: chat, baseUrl: 'http://127.0.0.1:1', models: [m] }]"

test.each([
  [
    'no key yet, and no end of the last line',
    channels,
    `${channels}\nprices:\n  models:\n    - { model: gpt-5, channel: a, input: 1.25, output: 10 }\n`,
  ],
  [
    'an empty list',
    `prices: { models: [] }\n${channels}`,
    `prices: { models: [{ model: gpt-5, channel: a, input: 1.25, output: 10 }] }\n${channels}`,
  ],
  [
    'a list in brackets',
    `prices: { models: [{ model: x, input: 0, output: 0 }] }\n${channels}`,
    `prices: { models: [{ model: x, input: 0, output: 0 }, { model: gpt-5, channel: a, input: 1.25, output: 10 }] }\n${channels}`,
  ],
  [
    'a list in brackets over lines, with a comment',
    `prices:\n  models: [\n    { model: x, input: 0, output: 0 } # free, for now\n  ]\n${channels}`,
    `prices:\n  models: [\n    { model: x, input: 0, output: 0 }, # free, for now\n    { model: gpt-5, channel: a, input: 1.25, output: 10 }\n  ]\n${channels}`,
  ],
  [
    'a list in brackets over lines, with a comma at its end',
    `prices:\n  models: [\n    { model: x, input: 0, output: 0 }, # free\n  ]\n${channels}`,
    `prices:\n  models: [\n    { model: x, input: 0, output: 0 }, # free\n    { model: gpt-5, channel: a, input: 1.25, output: 10 },\n  ]\n${channels}`,
  ],
  [
    'a list of blocks',
    `prices:\n  models:\n  - model: x\n    input: 0\n    output: 0\n\n${channels}\n`,
    `prices:\n  models:\n  - model: x\n    input: 0\n    output: 0\n  - { model: gpt-5, channel: a, input: 1.25, output: 10 }\n\n${channels}\n`,
  ],
  [
    'lines that end as in Windows',
    `${channels}\r\nprices:\r\n  models:\r\n    - { model: x, input: 0, output: 0 }\r\n`,
    `${channels}\r\nprices:\r\n  models:\r\n    - { model: x, input: 0, output: 0 }\r\n    - { model: gpt-5, channel: a, input: 1.25, output: 10 }\r\n`,
  ],
  [
    'an indented file',
    `  ${channels}\n`,
    `  ${channels}\n  prices:\n    models:\n      - { model: gpt-5, channel: a, input: 1.25, output: 10 }\n`,
  ],
])('%s', (_, before, after) => {
  expect(added(before, { prices: [price] })).toBe(after)
})

test('a file of JSON stays one', () => {
  const json = { channels: [{ name: 'a', format: 'chat', baseUrl: 'http://127.0.0.1:1', models: ['m'] }] }
  for (const indent of [undefined, 2]) {
    const priced = added(JSON.stringify(json, undefined, indent), { prices: [price] })
    const routed = added(added(priced, { prices: [{ ...price, model: '\u202e\n"' }] }), { routes: [route] })
    expect(JSON.parse(routed)).toEqual({ ...json, prices: { models: [price, { ...price, model: '\u202e\n"' }] }, routes: [route] })
  }
})

test('a file with a mistake, or one that ends before its end, is refused', () => {
  expect(() => added('channels: [', { prices: [price] })).toThrow('interlingua.yaml:1')
  expect(() => added(`${channels}\nprices: { models: [] }\nnone: 1`, { prices: [price] })).toThrow('none')
  const ended = `${channels}\n...\n`
  expect(() => added(ended, { routes: [route] })).toThrow()
})

test('whatever the texts are, each entry is read back as it was, on one line, with nothing unseen in it', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom(
      'a: b',
      '- x',
      '*',
      '&a',
      '!!js/function',
      '{',
      '}',
      ']',
      '#',
      ' # x',
      '"',
      "'",
      '%',
      '@',
      '`',
      '|',
      '>',
      '?',
      '~',
      'null',
      'yes',
      '1e3',
      '0x10',
      '2026-01-01',
      'a\nroutes: []\nb',
      '\r\n',
      '\u0085',
      '\u2028',
      '\u202e',
      '\ufeff',
      '\u0000',
      '\u{E0041}',
      '<<',
      '---',
      '...',
      '${ENV}',
      'x'.repeat(20_000),
    ),
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ match: hostile, fallbacks: fc.array(hostile, { minLength: 1, maxLength: 3 }) }, { noNullPrototype: true }), {
        minLength: 1,
        maxLength: 4,
      }),
      (routes) => {
        for (const text of [block, channels, `routes: [{ match: x, to: y }]\n${channels}`]) {
          const edited = added(text, { routes })
          expect(parseConfig(edited, file).routes?.slice(-routes.length)).toEqual(routes)
          expect(edited.split(/\r?\n/).length).toBeLessThanOrEqual(text.split(/\r?\n/).length + routes.length + 2)
          expect(edited.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('an edit is prices or routes, and each member fits the configuration', () => {
  const read = (edit: unknown): boolean => configEditSchema.safeParse(edit).success
  expect([read({ prices: [price] }), read({ routes: [route] })]).toEqual([true, true])
  for (const edit of [
    {},
    { prices: [] },
    { prices: [price], routes: [route] },
    { prices: [{ ...price, apiKey: 'x' }] },
    { prices: [{ ...price, input: -1 }] },
    { prices: [{ ...price, input: 0.000_000_1 }] },
    { prices: [{ ...price, input: '1' }] },
    { routes: [{ match: 'a' }] },
    { routes: [{ match: 'a', to: '\ud800' }] },
    { channels: [] },
    { prices: Array.from({ length: 201 }, () => price) },
  ])
    expect([edit, read(edit)]).toEqual([edit, false])
})

test('a preview has no credential: of no key, no header, no address, no comment, and in no style', () => {
  const secrets = [
    'sk-plain-secret',
    'quoted secret',
    'block secret',
    'header-secret',
    'word-of-address',
    'query-secret',
    'sk-ant-comment-0123456789',
    'old-secret',
    'anchored-secret',
  ]
  const text = `channels:
  - name: &n anchored-secret
    format: chat
    baseUrl: "https://me:word-of-address@host/v1?key=query-secret&x=1"
    apiKey: sk-plain-secret # was sk-ant-comment-0123456789
    # apiKey: old-secret
    headers: { x-one: header-secret, "x-two": 'header-secret' }
  - { name: b, apiKey: "quoted secret", apiKeyEnv: SHOWN }
  - name: c
    apiKey: |
      block secret
      block secret
    proxy: http://me:word-of-address@host
  - apiKey: *n
telemetry:
  headers:
    authorization: Basic header-secret
`
  const shown = redactConfig(text)
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  expect(shown.split('\n')).toHaveLength(text.split('\n').length)
  expect(shown).toContain('apiKeyEnv: SHOWN')
  expect(redactConfig(JSON.stringify({ channels: [{ apiKey: 'sk-plain-secret', headers: { a: 'header-secret' } }] }))).toBe(
    '{"channels":[{"apiKey":[redacted],"headers":{"a":[redacted]}}]}',
  )
})

test('a change within a long line is told with what is around it alone', () => {
  const long = `{"channels":"${'x'.repeat(10_000)}","routes":[1],"more":"${'y'.repeat(10_000)}"}`
  const lines = diffLines(long, long.replace('[1]', '[1,2]'))
  expect(lines.map(({ kind, text }) => [kind, text.length < 400, text.includes('"routes":[1')])).toEqual([
    ['removed', true, true],
    ['added', true, true],
  ])
})
