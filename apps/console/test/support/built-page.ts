import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { atEnd } from '../../../../tools/at-end.ts'

let building: Promise<string> | undefined

/** Folder with the page, built from its sources once for each test file, and gone after it. */
export function builtPage(): Promise<string> {
  building ??= buildPage()
  return building
}

async function buildPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-page-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  // The page that is shipped: a build by a test runner would have the libraries' checks for developers in it.
  const { NODE_ENV } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    await build({ root: resolve(import.meta.dirname, '../..'), logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
  }
  return folder
}
