import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCli } from '../src/cli/run-cli.ts'
import { startGateway } from './start-gateway.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string } // a manifest has one

test('the program says which version it is', async () => {
  let said = ''
  const code = await runCli(['--version'], { out: (text) => void (said += text), err: (text) => void (said += text) })
  expect([code, said]).toEqual([0, `${version}\n`])
})

test('so does the description of its service', async () => {
  const { url } = await startGateway({ demo: true })
  expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ info: { version } })
})

test('the names of formats that load none are those of the formats', async () => {
  const [{ formatIds, vendorFormats }, { formats }] = await Promise.all([import('../src/format-ids.ts'), import('../src/formats.ts')])
  expect(formatIds).toEqual(formats.map(({ adapter }) => adapter.format))
  expect(vendorFormats).toEqual(Object.fromEntries(formats.map(({ adapter, describe }) => [describe.alias, adapter.format])))
})
