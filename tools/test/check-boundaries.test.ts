import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BoundaryRule } from '../boundary-rules.ts'
import { checkBoundaries } from '../check-boundaries.ts'

const rules: Readonly<Record<string, BoundaryRule>> = {
  'packages/inner': { imports: [], platform: 'none' },
  'packages/outer': { imports: ['@interlingua/inner', 'zod'], platform: 'none', doors: ['http.ts'] },
  'packages/edge': { imports: [], platform: 'web' },
  'packages/layered': { imports: [], platform: 'none', layers: ['low', 'high'] },
}

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'boundaries-'))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  write({ ...files, 'packages/inner/package.json': JSON.stringify({ name: '@interlingua/inner', exports: { '.': './src/index.ts' } }) })
  for (const id of ['outer', 'edge', 'layered', 'stranger']) {
    if (Object.keys(files).some((file) => file.startsWith(`packages/${id}/`)))
      write({ [`packages/${id}/package.json`]: JSON.stringify({ name: `@interlingua/${id}` }) })
  }
  return checkBoundaries(base, rules).problems
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(base, dirname(file)), { recursive: true })
    writeFileSync(join(base, file), text)
  }
}

describe('the boundary check', () => {
  it('has nothing to say about sources that keep to their place', () => {
    const problems = problemsOf({
      'packages/inner/src/index.ts': "export { count } from './count.ts'",
      'packages/inner/src/count.ts': 'export const count = (values: readonly Date[]): number => Math.max(0, values.length)',
      'packages/outer/src/index.ts':
        "import { count } from '@interlingua/inner'\nimport * as z from 'zod/mini'\nexport const schema = z.literal(count([]))",
    })
    expect(problems).toEqual([])
  })

  it('counts the modules that it looked at, and fails over none', () => {
    expect(checkBoundaries(base, rules)).toEqual({ modules: 0, problems: ['no module found to check'] })
  })

  it.each([
    ["import { outer } from '@interlingua/outer'\nexport const x = outer", 'imports @interlingua/outer, which packages/inner may not'],
    ["export type { Schema } from 'zod'", 'imports zod, which packages/inner may not'],
    ["export const read = () => import('node:fs')", 'imports node:fs'],
    ["export * from '../../outer/src/index.ts'", 'imports ../../outer/src/index.ts, which lies outside its own sources'],
    ["export { a } from './a'", 'imports ./a without the .ts extension'],
    ["export { a } from './a.ts'", 'imports ./a.ts, which does not exist'],
    ['export const now = () => Date.now()', 'uses Date.now, which a library must be given'],
    ['export const today = () => new Date()', 'uses Date, which a library must be given'],
    ['export const today = (f: (...given: object[]) => void) => f(new Date(), new Date(0))', 'uses Date, which a library must be given'],
    ['export const idea = () => new Function("")', 'uses new Function, which a library must be given'],
    ['export const chance = () => Math.random()', 'uses Math.random, which a library must be given'],
    ['export const wait = (f: () => void) => setTimeout(f, 1)', 'uses setTimeout, which a library must be given'],
    ['export const bytes = (text: string) => Buffer.from(text)', 'uses Buffer.from, which a library must be given'],
    [
      'declare const crypto: { randomUUID(): string }\nexport const id = () => crypto.randomUUID()',
      'uses crypto.randomUUID, which a library must be given',
    ],
    ['export default 1', 'has a default export'],
    ['const one = 1\nexport { one as default }', 'has a default export'],
    ['export const convertPart = 1', 'exports convertPart, and "convert" does not say what it does'],
    ['export interface ToolNameMap {}', 'exports ToolNameMap, and "map" does not say what it does'],
  ])('finds what is wrong with %j', (text, problem) => {
    expect(problemsOf({ 'packages/inner/src/index.ts': text })).toContain(`packages/inner/src/index.ts: ${problem}`)
  })

  it.each([
    'export const format = (process: string) => process',
    'export const facts = { fetch: 1 }.fetch',
    'export const toTransformStream = 1',
    'export const instant = (header: string) => Date.parse(header)',
    'export const remap = 1, builder = 2',
  ])('lets %j pass', (text) => {
    expect(problemsOf({ 'packages/inner/src/index.ts': text })).toEqual([])
  })

  it('opens Node only to the door and to what nothing but the door reaches', () => {
    const problems = problemsOf({
      'packages/outer/src/index.ts': "export { shared } from './shared.ts'",
      'packages/outer/src/shared.ts': "import { sep } from 'node:path'\nexport const shared = sep",
      'packages/outer/src/http.ts':
        "import { createServer } from 'node:http'\nexport { socket } from './socket.ts'\nexport { shared } from './shared.ts'\nexport const server = createServer",
      'packages/outer/src/socket.ts': "export { Socket as socket } from 'node:net'",
    })
    expect(problems).toEqual(['packages/outer/src/shared.ts: imports node:path'])
  })

  it('lets the edge use the web platform, and not Node', () => {
    const problems = problemsOf({ 'packages/edge/src/index.ts': 'export const id = () => crypto.randomUUID() + Date.now() + process.pid' })
    expect(problems).toEqual(['packages/edge/src/index.ts: uses process.pid, which a library must be given'])
  })

  it('wants zod by its names, which bundlers can leave out', () => {
    const whole = { 'packages/outer/src/index.ts': `import { z } from 'zod'\nexport const schema = z.string()` }
    const type = { 'packages/outer/src/index.ts': `import type { ZodType } from 'zod'\nexport type Schema = ZodType` }
    for (const each of [whole, type]) expect(problemsOf(each)).toContainEqual(expect.stringContaining('use * as z'))
    const named = { 'packages/outer/src/index.ts': `import * as z from 'zod'\nexport const schema = z.string()` }
    expect(problemsOf(named)).not.toContainEqual(expect.stringContaining('use * as z'))
  })

  it('finds circles of files, those of types as well', () => {
    const circle = (word: string): Readonly<Record<string, string>> => ({
      'packages/inner/src/a.ts': `import ${word}{ b } from './b.ts'\nexport const a = 1 as unknown as typeof b`,
      'packages/inner/src/b.ts': `import ${word}{ a } from './a.ts'\nexport const b = 1 as unknown as typeof a`,
    })
    for (const word of ['type ', '']) expect(problemsOf(circle(word))).toEqual([expect.stringContaining('import each other in a circle')])
  })

  it('refuses a workspace without a rule, and file names that say nothing', () => {
    expect(
      problemsOf({ 'packages/stranger/src/index.ts': '', 'packages/inner/src/index.ts': '', 'packages/inner/test/utils.ts': '' }),
    ).toEqual([
      'packages/inner/test/utils.ts: the name does not say what is inside',
      'packages/stranger: no rule says what it may import (tools/boundary-rules.ts)',
    ])
  })

  it('refuses an entry that the imported package does not offer', () => {
    expect(problemsOf({ 'packages/outer/src/index.ts': "export { x } from '@interlingua/inner/src/x.ts'" })).toEqual([
      'packages/outer/src/index.ts: imports @interlingua/inner/src/x.ts, which is not an entry of @interlingua/inner',
    ])
  })

  it('lets a folder import from itself and from lower ones alone, types included', () => {
    const layered = (file: string, target: string): readonly string[] =>
      problemsOf({
        'packages/layered/src/index.ts': "export { a } from './high/a.ts'",
        'packages/layered/src/high/a.ts': 'export const a = 1',
        'packages/layered/src/low/b.ts': 'export const b = 1',
        'packages/layered/src/other/c.ts': 'export const c = 1',
        [`packages/layered/src/${file}`]: `import type { x } from '${target}'\nexport type Y = typeof x`,
      }).filter((problem) => !problem.includes('other/c.ts:'))
    expect(layered('high/d.ts', '../low/b.ts')).toEqual([])
    expect(layered('high/d.ts', './a.ts')).toEqual([])
    expect(layered('low/d.ts', '../high/a.ts')).toEqual(['packages/layered/src/low/d.ts: imports ../high/a.ts, which is above it'])
    expect(layered('low/d.ts', '../index.ts')).toEqual(['packages/layered/src/low/d.ts: imports ../index.ts, which is above it'])
    expect(problemsOf({})).toContain('packages/layered/src/other/c.ts: lies in a folder that is no layer (tools/boundary-rules.ts)')
  })
})
