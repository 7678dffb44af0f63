import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../at-end.ts'
import { droppedFailures } from '../dropped-failures.ts'

const service = `
import type { Served } from './guard.ts'
export interface Endpoint { readonly serve: (id: string) => Served }
export function readThing(): FailureReply | void {}
export async function keepThing(): Promise<FailureReply | void> {}
export function writeThing(): void {}
`

function check(code: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'dropped-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'service.ts'), service)
  writeFileSync(join(folder, 'user.ts'), `import { keepThing, readThing as look, writeThing } from './service.ts'\n${code}`)
  return droppedFailures(folder, ['*.ts'])
}

describe('a failure that a service gives back', () => {
  it.each([
    [
      'of an imported function under another name',
      'function serve() {\n  look()\n}',
      'user.ts:3: drops the failure that look may give: return it',
    ],
    ['of a function that waits', 'void keepThing()', 'user.ts:2: drops the failure that keepThing may give: return it'],
    [
      'of a function that is waited for',
      'async () => { await keepThing() }',
      'user.ts:2: drops the failure that keepThing may give: return it',
    ],
    ['of a member', 'endpoint.serve("a")', 'user.ts:2: drops the failure that serve may give: return it'],
    [
      'of an own function',
      'function own(): FailureReply | undefined {}\nown()',
      'user.ts:3: drops the failure that own may give: return it',
    ],
  ])('is missed where it is dropped: %s', (_, code, problem) => {
    expect(check(code)).toEqual([problem])
  })

  it('is not missed where it is returned, kept or none', () => {
    expect(check('function a() { return look() }\nconst b = look()\nwriteThing()\nif (look()) writeThing()')).toEqual([])
  })
})
