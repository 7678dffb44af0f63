import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { buildGateway } from '../build-gateway.ts'
import { unpinnedActions } from '../lint-workflows.ts'
import { compareTarballs } from '../same-bytes.ts'
import { installedParts, sbomFile } from '../sbom.ts'
import { root } from '../workspace.ts'

interface Sbom {
  readonly components: readonly { readonly purl: string; readonly licenses?: readonly object[] }[]
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-release-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  return folder
}

test('each package of the bundle is in its SBOM with a licence, and in THIRD-PARTY.txt', async () => {
  const folder = emptyFolder()
  const { outputs } = await buildGateway(folder)
  const text = readFileSync(join(folder, sbomFile), 'utf8')
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull()
  const { components } = JSON.parse(text) as Sbom
  const named = components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '').replace(/@[^@]*$/, '')))
  // pnpm lays them as …/node_modules/.pnpm/<name>@<version>/node_modules/<name>/….
  const inputs = Object.values(outputs).flatMap(({ inputs: of }) => Object.entries(of))
  const bundled = inputs
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.includes('/node_modules/'))
    .map(([file]) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? '')
  // vite bundles the page of the console, which is in the same package.
  const ofPage = installedParts(join(root, 'apps/console')).parts.map(({ name }) => name)
  expect(ofPage).toContain('preact')
  expect(new Set(named)).toEqual(new Set([...bundled, ...ofPage, '@pydantic/genai-prices']))
  expect(components.filter(({ licenses }) => licenses === undefined || licenses.length === 0)).toEqual([])
  const thirdParty = readFileSync(join(folder, 'THIRD-PARTY.txt'), 'utf8')
  const told = [...thirdParty.matchAll(/^(\S+) (\d\S*) \(.+\)$/gm)].map(([, name, version]) => `${name}@${version}`)
  expect(new Set(told)).toEqual(new Set(components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')))))
}, 60_000)

test('two tarballs are compared by their bytes, and the files that differ are named', () => {
  const folder = emptyFolder()
  const pack = (name: string, content: string, time: number): string => {
    const base = join(folder, name)
    mkdirSync(join(base, 'package'), { recursive: true })
    for (const [file, text] of [
      ['package.json', '{}'],
      ['index.js', content],
    ] as const) {
      writeFileSync(join(base, 'package', file), text)
      utimesSync(join(base, 'package', file), time, time)
    }
    utimesSync(join(base, 'package'), time, time)
    execFileSync('tar', ['-czf', `${base}.tgz`, '-C', base, 'package'])
    return `${base}.tgz`
  }
  const first = pack('first', 'a', 1_000_000)
  expect(compareTarballs('it', first, first)).toEqual([])
  expect(compareTarballs('it', first, pack('second', 'b', 1_000_000))).toEqual(['it: index.js'])
  expect(compareTarballs('it', first, pack('third', 'a', 2_000_000))).toEqual(['it: the same files are packed in other bytes'])
  expect(compareTarballs('it', first, undefined)).toEqual(['it: is packed only once'])
})

test('each action of the workflows is pinned to a commit', () => {
  expect(unpinnedActions('- uses: actions/checkout@v4\n- uses: ./own\n- uses: a/b@0123456789012345678901234567890123456789 # v1')).toEqual([
    'actions/checkout@v4 is not pinned to a commit',
  ])
  const workflows = globSync('.github/workflows/*.yml', { cwd: root })
  expect(workflows.length).toBeGreaterThan(0)
  for (const file of workflows) expect(unpinnedActions(readFileSync(join(root, file), 'utf8'))).toEqual([])
})
