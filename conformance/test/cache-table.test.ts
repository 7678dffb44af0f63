import { readFileSync } from 'node:fs'
import { lawStablePrefix } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { agents } from '../src/caching/agents.ts'
import { cachePage, file, hitRate, measureAll } from '../src/caching/cache-table.ts'
import { measureSession, rounds, upstreams } from '../src/caching/measure-session.ts'

// Sessions are long: they run once, before the first test.
const cells = measureAll()

test('docs/prompt-caches.md is what the code does (node conformance/src/caching/cache-table.ts writes it)', () => {
  expect(cachePage(cells).split('\n')).toEqual(readFileSync(file, 'utf8').split('\n'))
})

test.each(cells.map((cell) => [cell.agent, cell.upstream.model, cell] as const))(
  '%s on %s keeps at least 97 % of the native hit rate, and each request begins with the one before',
  (_, __, { upstream, translated, native, kept }) => {
    expect(translated.bodies).toHaveLength(rounds)
    expect(hitRate(native)).toBeGreaterThan(0.9)
    expect(kept).toBeGreaterThanOrEqual(0.97)
    expect(translated.price).toBeLessThan(native.price * 1.03)
    expect(lawStablePrefix(upstream.format, translated.bodies)).toEqual([])
  },
)

test('without added marks, sessions of other formats on Claude read nothing', () => {
  const [claude] = upstreams
  if (claude === undefined) throw new Error('no upstream')
  for (const agent of agents.filter(({ format }) => format !== 'messages')) expect(measureSession(agent, claude, 'client').read).toBe(0)
})
