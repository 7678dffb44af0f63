import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { packageFolder } from '../src/run/load-cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'tongues-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command; a run over its limit would end by the test's own time limit. */
function tongues(args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [join(packageFolder, 'src/cli.ts'), ...args])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, text })))
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server has such an address
}

const run = (gateway: string, ...more: readonly string[]): ReturnType<typeof tongues> =>
  tongues(['run', '--gateway', gateway, '--upstream-port', '0', '--timeout', '2', ...more])

test('a gateway that is down', async () => {
  const { code, text } = await run('http://127.0.0.1:1')
  expect([code, text]).toEqual([3, expect.stringContaining('cannot be reached (ECONNREFUSED)')])
})

test('a gateway that hangs', async () => {
  const { code, text } = await run(await serve(() => undefined))
  expect([code, text]).toEqual([3, expect.stringContaining('did not answer within 2 s')])
})

test('a gateway that answers HTML', async () => {
  const url = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>hi</title>'))
  const { code, text } = await run(url)
  expect([code, text]).toEqual([3, expect.stringContaining('answers HTML')])
})

test('a gateway that closes at once', async () => {
  const { code, text } = await run(await serve((request) => request.socket.destroy()))
  expect([code, text]).toEqual([3, expect.stringContaining('closes connections without an answer')])
})

test('a gateway that answers without end', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const piece = Buffer.alloc(1_000_000, 32)
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  })
  const { code, text } = await run(url, '--timeout', '30')
  expect([code, text]).toEqual([3, expect.stringContaining('answers without end')])
})

test('a gateway that refuses the key', async () => {
  const url = await serve((_, response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"who are you"}}'),
  )
  const { code, text } = await run(url)
  expect([code, text]).toEqual([3, expect.stringContaining('refuses the key (401): give one by --key')])
})

test('a gateway that hangs after its first answer: the run ends, and leaves a report of what ran', async () => {
  let answered = 0
  const url = await serve((request, response) => {
    request.resume()
    if (answered++ > 0) return
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        '{"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"hello"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}',
      )
  })
  const profile = join(folder, 'direct.yaml')
  writeFileSync(profile, 'name: direct\ndirections: [M>M]\n')
  const out = join(folder, 'report')
  // The probe wants its request at the upstream, so that a run of an upstream's own makes it pass.
  const { code, text } = await run(url, '--profile', profile, '--out', out, '--only', 'tools/', '--timeout', '1')
  expect(code, text).toBe(3)
  expect(text).toMatch(/no plain request was answered|stopped: \d+ cases in a row had no answer/)
})

test('wrong use, each with its reason', async () => {
  writeFileSync(join(folder, 'typo.yaml'), 'name: mine\nheader: {}\n')
  writeFileSync(join(folder, 'list.yaml'), '- { case: tools/x }\n')
  const uses: readonly (readonly [readonly string[], string])[] = [
    [['run'], '--gateway is missing'],
    [['run', '--gateway', 'nowhere'], 'is no address'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--gatway', 'x'], 'gatway'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--profile', join(folder, 'typo.yaml')], '/header is not known here'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--expected', join(folder, 'list.yaml')], 'has no "reason"'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--directions', 'M-C'], 'a direction is two of M, R, C, G'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--front', '--directions', 'M>C'], 'with --front it is the format of clients'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--axis', 'speed'], 'there are identity'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--seed', 'x'], '--seed must be a whole number'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--map', 'X=y'], 'FORMAT=model'],
    [['run', '--gateway', 'http://127.0.0.1:1', '--cases', folder], 'holds no cases'],
    [['config', 'nobody'], 'there is no gateway nobody'],
    [['explain', 'tools/nothing'], 'there is no case'],
    [['dance'], 'there is no command dance'],
  ]
  const said = await Promise.all(uses.map(([args]) => tongues(args)))
  for (const [index, [args, message]] of uses.entries())
    expect([args, said[index]]).toEqual([args, { code: 2, text: expect.stringContaining(message) }])
})

test('an interrupted run ends with 130 and leaves a report of what ran', async () => {
  const reference = spawn(process.execPath, [
    join(packageFolder, 'src/cli.ts'),
    'reference',
    '--port',
    '0',
    '--upstream',
    'http://127.0.0.1:4187',
  ])
  onTestFinished(() => void reference.kill())
  const listening = await new Promise<string>((resolve) => void reference.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  const url = /http:\S+/.exec(listening)?.[0] ?? ''
  const out = join(folder, 'interrupted')
  const child = spawn(process.execPath, [
    join(packageFolder, 'src/cli.ts'),
    'run',
    '--gateway',
    url,
    '--upstream-port',
    '4187',
    '--only',
    'alive/silence',
    '--out',
    out,
  ])
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  const closed = new Promise<number | null>((resolve) => void child.once('close', resolve))
  // The slow cases take twenty seconds, so that the signal comes in their midst.
  await new Promise((resolve) => void setTimeout(resolve, 8_000))
  child.kill('SIGINT')
  expect([await closed, text]).toEqual([130, expect.stringContaining('stopped: interrupted')])
  expect((JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as { readonly partial: boolean }).partial).toBe(true)
}, 120_000)
