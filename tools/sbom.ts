import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { PackageURL } from 'packageurl-js'
import parseLicence from 'spdx-expression-parse'
import { readLicensed, type LicensedPackage } from './licences.ts'
import type { Manifest } from './workspace.ts'

/** Name of the file in a published package. */
export const sbomFile = 'sbom.cdx.json'

/** A component and what it needs, by folders. */
export interface Part extends LicensedPackage {
  readonly needs: readonly string[]
}

const licences = new Contrib.License.Factories.LicenseFactory(parseLicence)

/**
 * Writes down what a package contains, or needs when it is installed, in CycloneDX 1.6. The text has neither a time nor a number of its own, so
 * that two builds of the same sources give the same one.
 */
export function sbomOf(own: Omit<Part, 'folder'>, parts: readonly Part[]): string {
  const bom = new Models.Bom()
  const root = componentOf(own)
  bom.metadata.component = root
  bom.metadata.lifecycles.add(Enums.LifecyclePhase.Build)
  /** Components by folders: the same version of a package may lie in two. */
  const byFolder = new Map<string, Models.Component>()
  const byUrl = new Map<string, Models.Component>()
  for (const part of parts) {
    const url = urlOf(part)
    const component = byUrl.get(url) ?? componentOf(part)
    byUrl.set(url, component)
    byFolder.set(part.folder, component)
    bom.components.add(component)
  }
  for (const part of parts) link(byFolder.get(part.folder), part.needs)
  link(root, own.needs)
  return `${new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(bom, { sortLists: true, space: 2 })}\n`

  function link(component: Models.Component | undefined, needs: readonly string[]): void {
    for (const each of needs) {
      const needed = byFolder.get(each)
      if (needed !== undefined) component?.dependencies.add(needed.bomRef)
    }
  }
}

/** Finds what a package needs when it is installed, and what that needs, as it is installed here. Optional peers are not among it. */
export function installedParts(folder: string): { readonly needs: readonly string[]; readonly parts: readonly Part[] } {
  const parts = new Map<string, Part>()
  const visit = (at: string): readonly string[] => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Manifest
    const needs = Object.keys(dependencies).map((name) => folderOf(name, at))
    for (const need of needs) {
      if (parts.has(need)) continue
      const part = readLicensed(need)
      parts.set(need, { ...part, needs: [] })
      parts.set(need, { ...part, needs: visit(need) })
    }
    return needs
  }
  const needs = visit(folder)
  return { needs, parts: [...parts.values()] }
}

/** The folder of a package that another one imports. */
function folderOf(name: string, from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder)
    if (at === dirname(at)) throw new Error(`${from}: ${name} is not installed`)
  }
}

function componentOf(part: Pick<Part, 'name' | 'version' | 'licence'>): Models.Component {
  const [name = '', group] = part.name.split('/').toReversed()
  const url = urlOf(part)
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...(group !== undefined && { group }),
    version: part.version,
    purl: url,
    bomRef: url,
    licenses: new Models.LicenseRepository([licences.makeFromString(part.licence)]),
  })
}

function urlOf({ name, version }: Pick<Part, 'name' | 'version'>): string {
  const [last = '', scope] = name.split('/').toReversed()
  return new PackageURL('npm', scope, last, version, undefined, undefined).toString()
}
