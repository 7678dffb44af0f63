import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolder } from '../src/run/load-cases.ts'

const root = join(packageFolder, '../..')

/** Runs of six lines that say something, joined. */
function runsOf(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3 && !line.startsWith('import ') && !line.startsWith('//') && !line.startsWith('*'))
  return lines.slice(0, Math.max(0, lines.length - 5)).map((_, index) => lines.slice(index, index + 6).join('\n'))
}

test('no six lines of the suite stand anywhere else in the repository', () => {
  const own = new Map<string, string>()
  for (const file of globSync('src/**/*.ts', { cwd: packageFolder }))
    for (const run of runsOf(join(packageFolder, file))) own.set(run, file)
  expect(own.size).toBeGreaterThan(2_000)
  const others = globSync('{packages,apps,conformance,bench,tools,examples,clients}/**/*.ts', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.includes('/dist'),
  }).filter((file) => !file.replaceAll('\\', '/').startsWith('packages/tongues/'))
  expect(others.length).toBeGreaterThan(1_000)
  const shared = others.flatMap((file) =>
    runsOf(join(root, file)).flatMap((run) => (own.has(run) ? [`${file} and ${own.get(run) ?? ''}:\n${run}`] : [])),
  )
  expect(shared).toEqual([])
})

test('the suite depends on nothing of its own repository, and asks for four packages', () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  expect(Object.keys(dependencies).toSorted()).toEqual(['@anthropic-ai/sdk', '@google/genai', 'openai', 'yaml'])
  expect(JSON.stringify(dependencies)).not.toMatch(/workspace|\^|~/)
})
