import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, test } from 'vitest'
import { installedParts, sbomOf } from '../sbom.ts'
import { root } from '../workspace.ts'

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
const own = { name: '@interlingua/chat', version: '1.2.3', licence: 'MIT' }

interface Sbom {
  readonly components: readonly { readonly purl: string; readonly licenses: readonly object[] }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

test('the SBOM of a library is valid, and names what is installed with it', async () => {
  const { needs, parts } = installedParts(join(root, 'packages/chat'))
  const text = sbomOf({ ...own, needs }, parts)
  expect(await validator.validate(text)).toBeNull()
  const { components, dependencies } = JSON.parse(text) as Sbom
  const names = components.map(({ purl }) => purl.replace(/@[^@]*$/, ''))
  expect(names).toEqual(expect.arrayContaining(['pkg:npm/%40interlingua/core', 'pkg:npm/eventsource-parser', 'pkg:npm/zod']))
  expect(components.every(({ licenses }) => licenses.length > 0)).toBe(true)
  expect(dependencies.find(({ ref }) => ref === 'pkg:npm/%40interlingua/chat@1.2.3')?.dependsOn).toContainEqual(
    expect.stringMatching(/^pkg:npm\/zod@/),
  )
})

test('a licence of several words is an expression, and one that SPDX does not know keeps its name', async () => {
  const said = {
    a: { licence: '(MIT OR Apache-2.0)', as: { expression: '(MIT OR Apache-2.0)' } },
    b: { licence: 'ISC', as: { license: { id: 'ISC' } } },
    c: { licence: 'Our Own', as: { license: { name: 'Our Own' } } },
  }
  const parts = Object.entries(said).map(([name, { licence }]) => ({ folder: `/${name}`, name, version: '1.0.0', licence, needs: [] }))
  const text = sbomOf({ ...own, needs: ['/a'] }, parts)
  expect(await validator.validate(text)).toBeNull()
  const { components } = JSON.parse(text) as Sbom
  expect(components.map(({ licenses }) => licenses)).toEqual(Object.values(said).map(({ as }) => [as]))
})

test('the same package in two folders is one component', () => {
  const chat = realpathSync(join(root, 'packages/chat'))
  const { parts } = installedParts(chat)
  const twice = [...parts, ...parts.map((part) => ({ ...part, folder: `/elsewhere${part.folder}` }))]
  const { components } = JSON.parse(sbomOf({ ...own, needs: [] }, twice)) as Sbom
  expect(components.length).toBe(parts.length)
})
