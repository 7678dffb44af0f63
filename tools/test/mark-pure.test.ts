import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { markPure } from '../mark-pure.ts'

const source = `const table = { ...load(), a: 1 }
function load(): object { return { unused: true } }
export const used = new Map([['a', 'kept']])
export const other = load()
export const plain = 1
`

test('bundlers drop the unused constants of a module that is marked, and keep the used ones as they are', async () => {
  const bundle = async (contents: string): Promise<string> => {
    const { outputFiles } = await build({ stdin: { contents, loader: 'ts' }, bundle: true, format: 'esm', write: false, treeShaking: true })
    return outputFiles[0]?.text ?? ''
  }
  const only = (text: string): string => `${text.replace('export const other', 'const other')}\n;globalThis.end = used`
  expect(await bundle(only(source))).toContain('unused: true')
  const marked = await bundle(only(markPure('a.ts', source)))
  expect(marked).not.toContain('unused: true')
  expect(marked).toContain('"kept"')
  expect(markPure('a.ts', source)).toContain('export const plain = 1\n')
})
