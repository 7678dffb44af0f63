import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command } from 'commander'
import { createProgram } from '../../src/cli/run-cli.ts'
import { tempFolder } from '../temp-folder.ts'
import { cli } from './run-cli.ts'

/** Commands without commands below them, by their path. */
function leavesOf(command: Command, path: readonly string[] = []): readonly (readonly [path: string, command: Command])[] {
  if (command.commands.length === 0) return [[path.join(' '), command]]
  return command.commands.flatMap((each) => leavesOf(each, [...path, each.name()]))
}

const program = createProgram([], { out: () => {}, err: () => {} })
const leaves = leavesOf(program)

/** Arguments of each example in the help of a command. */
function examplesOf(command: Command): readonly (readonly string[])[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp()
  const lines = [...help.matchAll(/^ {2}(?:source <\()?(interlingua [^\n]*?)\)?$/gm)].map(([, line = '']) => line)
  return lines
    .flatMap((line) => (line.split(/ [|] /)[0] ?? '').split(' && '))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1))
}

/** Examples that need what a fast test has not; they are parsed alone. */
const needing: Readonly<Record<string, string>> = {
  start: 'it serves',
  setup: 'an agent and a running gateway; test/setup',
  video: 'a running gateway; test/video',
  doctor: 'upstreams; test/cli/commands.test.ts',
  'requests --follow': 'it goes on; test/cli/requests.test.ts',
  'check interlingua.yaml --connect': 'an upstream',
}

const saved = { env: { ...process.env }, folder: process.cwd() }
beforeEach(() => {
  const folder = tempFolder('help')
  for (const name of ['INTERLINGUA_CONFIG', 'INTERLINGUA_DATA', 'DATABASE_URL', 'REDIS_URL']) delete process.env[name]
  Object.assign(process.env, { OPENAI_API_KEY: 'key-of-a-test', ANTHROPIC_API_KEY: 'key-of-a-test' })
  process.chdir(folder)
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved.env)) delete process.env[name]
  Object.assign(process.env, saved.env)
  process.chdir(saved.folder)
})

test.each(leaves)('the examples of interlingua %s are run', async (path, command) => {
  const examples = examplesOf(command)
  expect(examples.length).toBeGreaterThan(0)
  for (const argv of examples) {
    const line = argv.join(' ')
    expect(line.startsWith(path) || line.startsWith('check')).toBe(true)
    const reason = Object.entries(needing).find(([words]) => line.startsWith(words))?.[1]
    if (reason !== undefined) {
      const parsed = createProgram(argv, { out: () => {}, err: () => {} })
      for (const [, each] of leavesOf(parsed)) each.exitOverride().action(() => {})
      await parsed.parseAsync([...argv], { from: 'user' })
      continue
    }
    prepare(argv)
    if (line.includes('laptop') && !line.startsWith('key create')) await cli('key', 'create', 'laptop')
    const { code, err } = await cli(...argv)
    expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' })
  }
})

/** Puts what an example expects into the current folder. */
function prepare(argv: readonly string[]): void {
  writeFileSync('request.json', JSON.stringify({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] }))
  writeFileSync('config.yaml', 'model_list:\n  - model_name: gpt-5\n    litellm_params: { model: openai/gpt-5 }\n')
  const sound =
    'channels:\n  - { name: openai, format: openai-chat, baseUrl: https://api.openai.com/v1, apiKeyEnv: OPENAI_API_KEY, models: [gpt-*, claude-*] }\nliveness: 5\n'
  writeFileSync('old.yaml', sound)
  if (!['init', 'import', 'check'].includes(argv[0] ?? '')) writeFileSync('interlingua.yaml', sound)
  mkdirSync('.interlingua', { recursive: true })
  writeFileSync('catalogue.json', JSON.stringify(catalogue))
}

const { default: catalogue } = await import('../../src/catalogue/catalogue.json', { with: { type: 'json' } })
