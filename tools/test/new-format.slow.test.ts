import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../workspace.ts'

const minutes = 60_000
let base = ''

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'format-')))
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const file of stdout.split('\0')) if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(base, file))
}, 5 * minutes)
afterAll(() => rmSync(base, { recursive: true }))

/** Runs a program in the copy; the copy's own programs come first. */
function run(program: string, ...args: readonly string[]): { readonly status: number | null; readonly text: string } {
  const env = { ...process.env, PATH: [join(base, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter) }
  for (const name of ['INTERLINGUA_TIER', 'INTERLINGUA_TALLY', 'VITEST', 'NODE_ENV', 'CI']) delete (env as NodeJS.ProcessEnv)[name]
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: base, env, encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

/** The tests of the laws by what became of them, and what was printed. */
function runLaws(): {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  readonly todo: readonly string[]
  readonly text: string
} {
  const file = join(base, 'laws.json')
  const { text } = run(
    'vitest',
    'run',
    '--project',
    '@interlingua/tiny-talk',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  )
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly testResults: readonly { readonly assertionResults: readonly { readonly title: string; readonly status: string }[] }[]
  } // written by vitest
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const titles = (status: string): readonly string[] => [...new Set(all.filter((one) => one.status === status).map(({ title }) => title))]
  return { passed: titles('passed'), failed: titles('failed'), todo: titles('todo'), text }
}

test('a format that was just begun passes all checks, and its laws say what they wait for', { timeout: 10 * minutes }, () => {
  expect(run('node', 'tools/new-format.ts', 'Tiny').text).toContain('Tiny is no id of a package')
  const made = run('node', 'tools/new-format.ts', 'tiny-talk')
  expect(made).toMatchObject({ status: 0 })
  expect(made.text).toContain('packages/tiny-talk: 12 files')
  expect(made.text).toContain('npm test -- --project @interlingua/tiny-talk')
  expect(run('node', 'tools/new-format.ts', 'tiny-talk')).toMatchObject({ status: 1, text: expect.stringContaining('exists already') })

  const install = run('node', 'tools/run.mjs', 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline', '--loglevel=error')
  expect(install, install.text).toMatchObject({ status: 0 })
  const checks: readonly (readonly [string, ...string[]])[] = [
    ['tsc', '-p', 'packages/tiny-talk'],
    ['node', 'tools/check-shape.ts'],
    ['node', 'tools/check-boundaries.ts'],
    ['node', 'tools/comment-style.ts'],
    ['oxlint', '--deny-warnings', 'packages/tiny-talk'],
    ['oxfmt', '--check', 'packages/tiny-talk', 'tools/text-formats.ts'],
  ]
  for (const check of checks) expect(run(...check), check.join(' ')).toMatchObject({ status: 0 })

  const { passed, failed, todo, text } = runLaws()
  expect(failed).toEqual([])
  expect(passed).toContain('lowering twice is lowering once')
  expect(todo).toContain('the request comes back as it went in (waits for decodeRequest, encodeRequest)')
  expect(text).toContain(
    'waiting for createStreamDecoder, createStreamEncoder, decodeRequest, decodeResponse, encodeRequest, encodeResponse',
  )
})

test('with its documents and requests written, the laws of requests are the first to run', { timeout: 5 * minutes }, () => {
  const { passed, failed, text } = runWith(requestFiles)
  expect(failed).toEqual([])
  expect(passed).toEqual(
    expect.arrayContaining([
      'the request comes back as it went in',
      'the request gives the same output twice and is left alone',
      'the request meets limits when it turns hostile',
      'a lowered request is legal in the format',
    ]),
  )
  expect(text).toContain('waiting for createStreamDecoder, createStreamEncoder, decodeResponse, encodeResponse')
})

test('with answers and streams written, every law runs, and a strict suite passes', { timeout: 5 * minutes }, () => {
  const { passed, failed, todo } = runWith(answerFiles)
  expect(failed).toEqual([])
  expect(todo).toEqual([])
  expect(passed).toEqual(
    expect.arrayContaining(['an answer is legal in the format', 'may be cut anywhere', 'its watcher and its decoder agree']),
  )
})

/** Writes the files, checks types and shape, and runs the laws. */
function runWith(files: Readonly<Record<string, string>>): ReturnType<typeof runLaws> {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(base, 'packages/tiny-talk', file), text)
  const types = run('tsc', '-p', 'packages/tiny-talk')
  expect(types, types.text).toMatchObject({ status: 0 })
  const shape = run('node', 'tools/check-shape.ts')
  expect(shape, shape.text).toMatchObject({ status: 0 })
  return runLaws()
}

/** A made-up format: lines of a user and of a model, with calls and results among them. */
const requestFiles = {
  'src/wire.ts': `import { isJsonObject, type JsonObject } from '@interlingua/core'
import { createExtension } from '@interlingua/core/adapter'
import * as z from 'zod'

export const format = 'tiny-talk'
export const { keep, restore } = createExtension(format)

const line = z.looseObject({
  by: z.enum(['user', 'model']),
  text: z.string().optional(),
  call: z.string().optional(),
  name: z.string().optional(),
  input: z.string().optional(),
  result: z.string().optional(),
})
const error = z.looseObject({ code: z.string().optional(), message: z.string().optional() })
const tool = z.looseObject({ name: z.string(), schema: z.custom<JsonObject>(isJsonObject) })

export const wire = {
  request: z.looseObject({
    model: z.string(),
    rule: z.string().optional(),
    lines: z.array(line),
    tools: z.array(tool).optional(),
    most: z.int().optional(),
  }),
  response: z.looseObject({ id: z.string(), model: z.string(), lines: z.array(line), why: z.string() }),
  event: z.looseObject({
    id: z.string().optional(),
    model: z.string().optional(),
    at: z.int().optional(),
    line: line.partial().optional(),
    why: z.string().optional(),
    error: error.optional(),
  }),
  failure: z.looseObject({ error }),
}

export type WireRequest = z.infer<typeof wire.request>
export type WireResponse = z.infer<typeof wire.response>
export type WireEvent = z.infer<typeof wire.event>
export type WireFailure = z.infer<typeof wire.failure>
`,
  'src/request.ts': `import { dropAbsent } from '@interlingua/adapter-kit'
import { pointer, type GenerateAdapter, type Part, type Tool, type Turn } from '@interlingua/core'
import { objectArguments } from '@interlingua/core/adapter'
import { keep, restore, type WireRequest } from './wire.ts'

type Line = WireRequest['lines'][number]

const keys = new Set(['model', 'rule', 'lines', 'tools', 'most'])
const lineKeys = new Set(['by', 'text', 'call', 'name', 'input', 'result'])
const toolKeys = new Set(['name', 'schema'])

export const requests = {
  decodeRequest({ body }) {
    const { model, rule, lines, tools, most } = body
    const lead: readonly Turn[] = rule === undefined ? [] : [{ author: 'instruction', at: '/rule', parts: [{ type: 'text', text: rule, at: '/rule' }] }]
    const declared = tools?.map((tool, index): Tool => {
      const { name, schema } = tool
      return keep({ type: 'function', name, schema, at: pointer('/tools', index) }, tool, toolKeys)
    })
    const output = most === undefined ? undefined : { maxTokens: most }
    return keep({ at: '', model, turns: [...lead, ...lines.map(decodeLine)], ...dropAbsent({ tools: declared, output }) }, body, keys)
  },
  encodeRequest(request) {
    const { model, turns, tools = [], output } = request
    const [first] = turns
    const lead = first?.author === 'instruction' ? first : undefined
    const body = {
      model,
      ...dropAbsent({ rule: lead && textOf(lead.parts), most: output?.maxTokens }),
      lines: turns.slice(lead ? 1 : 0).flatMap(encodeTurn),
      ...(tools.length > 0 && { tools: tools.map((tool) => restore({ name: tool.name, schema: schemaOf(tool) }, tool)) }),
    }
    return { path: '/tiny-talk', query: {}, headers: {}, body: restore(body, request) }
  },
} satisfies Partial<Pick<GenerateAdapter<WireRequest>, 'decodeRequest' | 'encodeRequest'>>

export function decodeLine(line: Line, index: number): Turn {
  const at = pointer('/lines', index)
  const { by, text = '', call, name = '', input = '', result } = line
  const said: Part = { type: 'text', text, at }
  const answered: Part = result === undefined ? said : { type: 'tool-result', callId: result, parts: [said], at }
  const part: Part = call === undefined ? answered : { type: 'tool-call', kind: 'function', callId: call, name, arguments: input, at }
  return keep({ author: by === 'user' ? 'user' : 'assistant', at, parts: [part] }, line, lineKeys)
}

export function encodeTurn(turn: Turn): readonly Line[] {
  const by = turn.author === 'user' ? 'user' : 'model'
  return turn.parts.flatMap((part): readonly Line[] => {
    if (part.type === 'text') return [restore({ by, text: part.text }, turn)]
    if (part.type === 'tool-result') return [restore({ by, result: part.callId, text: textOf(part.parts) }, turn)]
    if (part.type !== 'tool-call') return []
    return [restore({ by, call: part.callId, name: part.name, input: objectArguments(part, () => undefined).text }, turn)]
  })
}

function schemaOf(tool: Tool) {
  return tool.type === 'function' && tool.schema ? tool.schema : { type: 'object' }
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}
`,
  'test/laws.test.ts': `import { describeAdapterLaws, type Recording } from '@interlingua/testkit'
import { tinyTalk as edge } from '../src/edge.ts'
import { notice, tinyTalk } from '../src/index.ts'

const request = {
  model: 'm',
  rule: 'Be brief.',
  lines: [
    { by: 'user', text: 'Weather in Oslo?', mood: 'bright' },
    { by: 'model', call: 'c1', name: 'weather', input: '{"city":"Oslo"}' },
    { by: 'user', result: 'c1', text: 'Clear.' },
  ],
  tools: [{ name: 'weather', schema: { type: 'object' }, cached: true }],
  most: 40,
  colour: 'red',
}
const exchange = { format: 'tiny-talk', path: '/tiny-talk', request, status: 200 } as const
const corpus: readonly Recording[] = [{ ...exchange, id: 'an answer', response: { id: 'a1', model: 'm', lines: [], why: 'said' } }]

describeAdapterLaws(tinyTalk, { edge, declared: [notice], corpus })
`,
}

const answerFiles = {
  'src/response.ts': `import { createFinishWords, openaiErrorWords, encodeErrorWord, restoreCall, takeCandidate, type ErrorDefinition } from '@interlingua/adapter-kit'
import type { GenerateAdapter } from '@interlingua/core'
import { statusFromFinishes } from '@interlingua/core/adapter'
import { notice, walker } from './lower.ts'
import { decodeLine, encodeTurn } from './request.ts'
import { format, keep, restore, type WireFailure, type WireResponse } from './wire.ts'

export const { decodeFinish, encodeFinish } = createFinishWords(
  format,
  notice,
  { said: 'stop', asks: 'tool-calls', full: 'length' },
  { other: 'full' },
)

const keys = new Set(['id', 'model', 'lines', 'why'])

export const responses = {
  decodeResponse({ body }, _context, sent) {
    const { id, model, lines, why } = body
    const parts = lines.flatMap((line, index) => decodeLine(line, index).parts)
    const finish = decodeFinish(
      why,
      parts.some(({ type }) => type === 'tool-call'),
    )
    const restored = parts.map((part) => (part.type === 'tool-call' ? restoreCall(part, sent) : part))
    const status = statusFromFinishes([finish])
    return keep({ at: '', id, model, status, candidates: [{ index: 0, parts: restored, finish }] } as const, body, keys)
  },
  encodeResponse(response, context) {
    const candidate = takeCandidate(response, { notice, walker }, context)
    const parts = (candidate?.parts ?? []).map((part) => (part.type === 'refusal' ? ({ type: 'text', text: part.text } as const) : part))
    const lines = encodeTurn({ author: 'assistant', parts })
    const why = encodeFinish(candidate?.finish, context)
    return { status: 200, headers: {}, body: restore({ id: response.id, model: response.model, lines: [...lines], why }, response) }
  },
} satisfies Partial<Pick<GenerateAdapter<unknown, WireResponse>, 'decodeResponse' | 'encodeResponse'>>

export const errors: ErrorDefinition<WireFailure> = {
  words: openaiErrorWords,
  read: ({ error }) => ({ code: error.code, message: error.message }),
  write: ({ code, message }) => ({ error: { code: encodeErrorWord(openaiErrorWords, code) ?? 'server_error', message } }),
}
`,
  'src/stream.ts': `import { createBasicStreamDecoder, createBasicStreamEncoder, failureOfDocument } from '@interlingua/adapter-kit'
import type { GenerateAdapter } from '@interlingua/core'
import { notice, walker } from './lower.ts'
import { decodeFinish, encodeFinish, errors } from './response.ts'
import { format, type WireEvent } from './wire.ts'

export const streams = {
  createStreamDecoder: createBasicStreamDecoder<WireEvent>(format, 'why', ({ id, model = '', at = 0, line, why, error }, answer) => {
    if (error) answer.fail(failureOfDocument(format, errors, { error }))
    if (id !== undefined) answer.begin({ id, model })
    if (line?.call !== undefined)
      answer.call(at, { type: 'tool-call', kind: 'function', callId: line.call, name: line.name ?? '', arguments: '' })
    if (line?.input !== undefined) answer.arguments(at, line.input)
    if (line?.text !== undefined) answer.text(at, line.text)
    if (why !== undefined) answer.finish(decodeFinish(why, answer.calls))
  }),
  createStreamEncoder: createBasicStreamEncoder<WireEvent>({
    format,
    notice,
    walker,
    done: true,
    begin: ({ id, model }) => [{ id, model }],
    open: (at, block) => (block.type === 'tool-call' ? [{ at, line: { call: block.callId, name: block.name } }] : []),
    say: (at, text, { type }) => [{ at, line: type === 'tool-call' ? { input: text } : { text } }],
    close: () => [],
    end: ({ finish }, context) => [{ why: encodeFinish(finish, context) }],
    fail: (failure) => [errors.write(failure)],
  }),
} satisfies Partial<Pick<GenerateAdapter<unknown, unknown, WireEvent>, 'createStreamDecoder' | 'createStreamEncoder'>>
`,
  'src/lower.ts': `import { basicFates, basicNotices, createBasicLowering } from '@interlingua/adapter-kit'
import { createFateWalker, declareNotices } from '@interlingua/core/adapter'
import { format } from './wire.ts'

export const notice = declareNotices(format, basicNotices, { uncounted: { kind: 'dropped', benign: true, message: 'tokens are not counted' } })

export const walker = createFateWalker(format, notice, 'foreign-field', {
  ...basicFates,
  response: { ...basicFates.response, usage: 'uncounted' },
})

export const lowering = {
  lowerRequest: createBasicLowering({
    format,
    notice,
    walker,
    toolNames: { illegal: /[^A-Za-z0-9_-]/g, limit: 64 },
    callIds: { characters: 'word', min: 1, max: 64 },
  }),
}
`,
  'test/laws.test.ts': `import { describeAdapterLaws, type Recording } from '@interlingua/testkit'
import type { FormatEdge } from '@interlingua/core/edge'
import { tinyTalk as edge } from '../src/edge.ts'
import { notice, tinyTalk } from '../src/index.ts'

const request = { model: 'm', lines: [{ by: 'user', text: 'Weather in Oslo?' }] }
const lines = [
  { by: 'model', text: 'I ask.' },
  { by: 'model', call: 'c1', name: 'weather', input: '{"city":"Oslo"}' },
]
const events = [
  { id: 'a1', model: 'm' },
  { at: 0, line: { text: 'I ' } },
  { at: 0, line: { text: 'ask.' } },
  { at: 1, line: { call: 'c1', name: 'weather' } },
  { at: 1, line: { input: '{"city":"Oslo"}' } },
  { why: 'asks' },
]
const streamOf = (said: readonly object[]): string => said.map((event) => \`data: \${JSON.stringify(event)}\\n\\n\`).join('')
const exchange = { format: 'tiny-talk', path: '/tiny-talk', request, status: 200 } as const
const corpus: readonly Recording[] = [
  { ...exchange, id: 'an answer', response: { id: 'a1', model: 'm', lines, why: 'asks', colour: 'red' } },
  { ...exchange, id: 'a stream', stream: \`\${streamOf(events)}data: [DONE]\\n\\n\` },
  { ...exchange, id: 'a stream that fails', stream: streamOf([...events.slice(0, 2), { error: { code: 'server_error', message: 'oh' } }]) },
  { ...exchange, id: 'a failure', status: 404, response: { error: { code: 'model_not_found', message: 'no such model' } } },
]
const whole: FormatEdge = edge

describeAdapterLaws(tinyTalk, { strict: true, edge: whole, declared: [notice], corpus })
`,
}
