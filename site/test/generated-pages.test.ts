import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agents } from '../../apps/gateway/src/cli/setup/agents.ts'
import { root } from '../../tools/workspace.ts'
import { agentPages } from '../pages/agent-pages.ts'
import { commandLinePage, listCommands } from '../pages/command-line-page.ts'
import { anchorOf, configurationPage, listKeys } from '../pages/configuration-page.ts'
import { lossData } from '../pages/loss-data.ts'
import { pricesPage } from '../pages/prices-page.ts'

const keys = listKeys()

test('each key of the configuration has a type and a meaning', () => {
  expect(keys.length).toBeGreaterThan(200)
  expect(keys.filter(({ type, description }) => type === '' || description === '').map(({ path }) => path)).toEqual([])
})

test('a key has its limits, its default and its value in the example', () => {
  expect(keys.find(({ path }) => path === 'retry.attempts')).toMatchObject({
    type: 'whole number, 1 to 20',
    required: false,
    default: 3,
    example: '3',
  })
  expect(keys.find(({ path }) => path === 'channels[].format')).toMatchObject({ required: true, example: 'anthropic' })
  expect(keys.find(({ path }) => path === 'channels[].models[].upstream')?.example).toBe('claude-sonnet-4-5')
})

test('old keys are no part of the reference', () => {
  expect(keys.filter(({ path }) => /\.(keeps|rehost)$|^data$/.test(path))).toEqual([])
})

test('a key of a channel that is one of the file as well says so', () => {
  expect(keys.find(({ path }) => path === 'channels[].timeouts.idle')).toMatchObject({
    description: 'Between two pieces of an answer. Default: `timeouts.idle`.',
    type: 'time (`10s`, `5m`), or number of seconds, 0 to 86400',
  })
})

test('the page has an anchor for each key', () => {
  const { body } = configurationPage('/')
  const groups = new Set(keys.map(({ path }) => path).filter((path) => keys.some((other) => other.path.startsWith(`${path}.`))))
  const rows = keys.filter(({ path }) => /[.[]/.test(path) || !groups.has(path))
  expect(rows.filter(({ path }) => !body.includes(`id="${anchorOf(path)}"`) && !body.includes(`## ${path}\n`))).toEqual([])
})

test('the reference of the command line has each command with its options', () => {
  const { body } = commandLinePage('/')
  expect(listCommands()).toContain('key create')
  expect(listCommands().filter((command) => !body.includes(`## ${command}\n`))).toEqual([])
  expect(body).toContain('| `--requests-per-minute <n>` | requests that it may send in a minute |')
  expect(body).toContain('interlingua setup codex --undo')
})

test.each(agents.map((agent) => [agent.title, agent] as const))('the page of %s says what to type, and what is written', (title, agent) => {
  const page = agentPages('/').find(({ slug }) => slug === `agents/${agent.id}`)
  expect(page?.title).toBe(title)
  expect(page?.body).toContain(`interlingua setup ${agent.id} --undo`)
  expect(page?.body).toContain('http://127.0.0.1:8787')
  expect(page?.body).toMatch(/^```(json|toml|yaml|ini|sh) title="/m)
})

test('the home page counts the agents', () => {
  const home = readFileSync(join(root, 'site/pages/home.mdx'), 'utf8')
  expect(home).toContain(`${agents.length} coding agents`)
  expect(home).toContain(`and ${agents.length - 4} more`)
})

test('the matrix of the site is that of the documentation', () => {
  const { formats, pairs } = lossData()
  const committed = readFileSync(join(root, 'docs/loss-matrix.md'), 'utf8')
  for (const from of formats) {
    const cells = formats.map((to) => {
      const counts = pairs.find((pair) => pair.from === from && pair.to === to)?.counts
      return counts === undefined ? '' : `${counts['no notice']} / ${counts.benign} / ${counts.lossy} / ${counts.refused}`
    })
    expect(committed).toContain(`| **${from}** | ${cells.join(' | ')} |`)
  }
  const lines = pairs.flatMap(({ rows }) => rows)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  expect(lines.filter(({ code }) => code !== '').length).toBe(committed.match(/^\|.*\| `\w+\/[\w-]+` \|/gm)?.length)
})

test('an unknown price is an empty field', () => {
  const { body } = pricesPage('/')
  expect(body).toMatch(/^\| `claude-2` \| 8 \| 24 \| {2}\| {2}\| 200,000 \|$/m)
  expect(body).not.toContain('undefined')
})
