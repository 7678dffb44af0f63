import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { checkResults } from '../../src/cli/check/check-command.ts'
import { describedSchema } from '../../src/config/describe-schema.ts'
import type { ResultsConfig } from '../../src/config/service-schema.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'

// A process takes a second to start, and many where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const folder = tempFolder('check')

async function check(
  text: string,
  environment: Record<string, string> = {},
  ...more: string[]
): Promise<{ code: number; out: string; err: string }> {
  writeFileSync(join(folder, 'my.yaml'), text)
  const child = spawn(process.execPath, [program, 'check', 'my.yaml', ...more], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  const code = await new Promise<number>((done) => child.on('close', done))
  return { code, out, err }
}

const channel = (name: string, models: string, more = ''): string =>
  `  - name: ${name}\n    format: chat\n    baseUrl: http://127.0.0.1:9/v1\n    models: ${models}\n${more}`

test('a good file is well', async () => {
  expect(await check(`channels:\n${channel('a', '[m]')}`)).toEqual({
    code: 0,
    out: `my.yaml is well-formed\nstate in ${folder}/.interlingua: for one gateway; several need DATABASE_URL\n1 channels, 0 errors, 0 warnings\n`,
    err: '',
  })
})

test('a mistake is told with file, line and column', async () => {
  const { code, err } = await check(`channels:\n${channel('a', '[m]', '    livenes: 3\n')}`)
  expect(code).toBe(1)
  expect(err).toBe('my.yaml:6:5: channels[0].livenes: unknown key; did you mean keepAlive?\nRepair it, then: npm start -- check my.yaml\n')
})

test('secrets that are not there are told, and never printed where they are', async () => {
  const text = `channels:\n${channel('a', '[m]', '    apiKeyEnv: KEY_A\n')}${channel('b', '[n]', '    apiKeyFile: /no/such/file\n')}${channel('c', '[o]', '    apiKey: in-the-file\n')}`
  const absent = await check(text)
  expect(absent.code).toBe(1)
  expect(absent.err).toMatch(/my\.yaml:6:5: channels\[0\]\.apiKeyEnv: error: .*KEY_A/)
  expect(absent.err).toMatch(/my\.yaml:11:5: channels\[1\]\.apiKeyFile: error: .*\/no\/such\/file/)
  expect(absent.err).toMatch(/my\.yaml:16:5: channels\[2\]\.apiKey: warning: /)
  const there = await check(text, { KEY_A: 'planted-secret' })
  expect(there.out + there.err + absent.out + absent.err).not.toMatch(/planted-secret|in-the-file/)
})

test('patterns that hide others, and names that are there twice, are told', async () => {
  const text = `channels:\n${channel('a', "['*', exact]")}${channel('b', "['gpt-*', 'gpt-*-mini']")}${channel('b', "['*']")}`
  const { code, err } = await check(text)
  expect(code).toBe(1)
  expect(err).toContain('my.yaml:10:5: channels[2].name: error: the name b is given twice')
  expect(err).toContain('channels[1].models[0]: warning: gpt-* is never asked: * of channel a comes before it and fits all of it')
  expect(err).toContain('channels[1].models[1]: warning: gpt-*-mini is never asked')
  expect(err).not.toContain('exact is')
  expect(err).not.toContain('channels[2].models[0]')
})

test('with --connect each upstream is asked for its models, with its key', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response, { headers }) =>
    void response
      .writeHead(headers.authorization === 'Bearer right-secret' ? 200 : 401, { 'content-type': 'application/json' })
      .end('{"data":[]}')
  const at = (name: string, key: string): string =>
    `  - name: ${name}\n    format: chat\n    baseUrl: ${upstream.url}/v1\n    models: [${name}]\n    apiKeyEnv: ${key}\n`
  const text = `channels:\n${at('good', 'GOOD')}${at('bad', 'BAD')}${channel('gone', '[m]')}`
  const { code, out, err } = await check(text, { GOOD: 'right-secret', BAD: 'wrong-secret' }, '--connect')
  expect(code).toBe(1)
  expect(out).toContain('channel good: its list of models answers with status 200\n')
  expect(err).toContain('channels[1]: error: its list of models answers with status 401')
  expect(err).toMatch(/channels\[2\]: error: it cannot be reached \(\w+\)/)
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/v1/models', '/v1/models'])
  expect(out + err).not.toMatch(/right-secret|wrong-secret/)
})

test('a database that cannot be reached makes the check fail, without its password', async () => {
  const { code, out, err } = await check(`channels:\n${channel('a', '[m]')}`, {
    DATABASE_URL: 'postgres://me:planted-secret@127.0.0.1:9/db',
  })
  expect(code).toBe(1)
  expect(err).toContain('error: the store: ')
  expect(out + err).not.toContain('planted-secret')
})

test('the JSON Schema of the file is the one that is committed', () => {
  const committed = readFileSync(fileURLToPath(new URL('../../interlingua.schema.json', import.meta.url)), 'utf8')
  // Another one is printed by `node apps/gateway/src/main.ts check --schema > apps/gateway/interlingua.schema.json`.
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(describedSchema())))
})

test('the example fits the JSON Schema, and says where it is', () => {
  const example = readFileSync(fileURLToPath(new URL('../../interlingua.example.yaml', import.meta.url)), 'utf8')
  expect(example).toMatch(/^# yaml-language-server: \$schema=\.\/interlingua\.schema\.json\n/)
})

test('models without a price are told where others have one', async () => {
  const prices =
    'prices:\n  models:\n    - { model: gpt-5*, input: 1, output: 2 }\n    - { model: llama, channel: b, input: 0, output: 0 }\n'
  const { code, err } = await check(`channels:\n${channel('a', "['gpt-5-mini', 'gpt-*', llama]")}${channel('b', '[llama]')}${prices}`)
  expect(code).toBe(0)
  expect(err.split('\n').filter(Boolean)).toEqual([
    'my.yaml:5:28: channels[0].models[1]: warning: not all of gpt-* has a price',
    'my.yaml:5:37: channels[0].models[2]: warning: llama has no price',
  ])
})

test('results on the disk of one of several gateways are told of', async () => {
  const told = async (results?: ResultsConfig, databaseUrl?: string): Promise<string> =>
    (await checkResults({ channels: [], dataDir: folder, databaseUrl, ...(results && { results }) }, false))
      .map(({ level, message }) => `${level}: ${message}`)
      .join()
  const warning = expect.stringMatching(/^warning: .*Several gateways need results\.storage: s3/)
  expect(await told(undefined, 'postgres://a')).toEqual(warning)
  expect(await told({ retention: 60 }, 'postgres://a')).toEqual(warning)
  expect(await told({ folder: '/mnt/results', shared: true }, 'postgres://a')).toBe('')
  expect(await told({ storage: 's3', s3: { bucket: 'b' } }, 'postgres://a')).toBe('')
  expect(await told()).toBe('')
})

test('a bucket without its name or its credentials is told of', async () => {
  const told = async (results: string, environment: Record<string, string> = {}): Promise<string> =>
    (await check(`channels:\n${channel('a', '[m]')}results: ${results}\n`, environment)).err
  const s3 = '{ storage: s3, s3: { bucket: b, accessKeyIdEnv: S3_ID, secretAccessKeyFile: /no/such } }'
  expect(await told(s3)).toMatch(/my\.yaml:6:1: results: error: .*S3_ID/)
  const half = await told(s3, { S3_ID: 'planted-secret' })
  expect(half).toMatch(/results: error: .*\/no\/such/)
  expect(half).not.toContain('planted-secret')
  expect(await told('{ storage: s3 }')).toContain('needs a bucket')
  expect(await told('{ storage: s3, s3: { bucket: b, accessKeyIdEnv: A } }')).toContain('given together')
})

test('with --connect the bucket of results is asked for', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response, { headers }) => void response.writeHead(headers.authorization?.includes('RIGHT') === true ? 200 : 403).end()
  const text = `channels:\n${channel('a', '[m]')}    disabled: true\nresults: { storage: s3, s3: { bucket: made, endpoint: ${upstream.url}, forcePathStyle: true, accessKeyIdEnv: S3_ID, secretAccessKeyEnv: S3_KEY } }\n`
  expect(await check(text, { S3_ID: 'RIGHT', S3_KEY: 'planted-secret' }, '--connect')).toMatchObject({ code: 0 })
  const refused = await check(text, { S3_ID: 'WRONG', S3_KEY: 'planted-secret' }, '--connect')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('results: error: the storage of results cannot be used')])
  expect(refused.out + refused.err).not.toMatch(/planted-secret|WRONG/)
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/made/', '/made/'])
})
