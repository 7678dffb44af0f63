import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package of others, with its licence as its manifest names it. */
export interface LicensedPackage {
  readonly folder: string
  readonly name: string
  readonly version: string
  readonly licence: string
}

interface Licensed {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  /** How manifests said it before 2014; some still do. */
  readonly licenses?: readonly { readonly type: string }[]
}

/** The packages that these files are from; throws where one names no licence. Files outside of `node_modules` are ours. */
export function packagesOf(files: readonly string[]): readonly LicensedPackage[] {
  const folders = new Set(files.filter((file) => file.includes('node_modules')).map(folderOf))
  return [...folders].toSorted().map(readLicensed)
}

/** The package in a folder; throws where it names no licence. */
export function readLicensed(folder: string): LicensedPackage {
  const { name = '', version = '', licenses, license = licenses?.map(({ type }) => type).join(' OR ') } = readManifest(folder)
  if (license === undefined || license === '') throw new Error(`${folder}: the package names no licence`)
  return { folder, name, version, licence: license }
}

/** The texts of the licences of these packages, each text once. */
export function licenceTexts(packages: readonly LicensedPackage[]): string {
  /** The packages under each text: many have the same one. */
  const owners = new Map<string, string[]>()
  for (const { folder, name, version, licence } of packages) {
    const text = textsIn(folder)
    owners.set(text, [...(owners.get(text) ?? []), `${name} ${version} (${licence})`])
  }
  const blocks = [...owners].map(([text, names]) => `${'-'.repeat(80)}\n${[...new Set(names)].toSorted().join('\n')}\n\n${text}`)
  return ['This program contains these packages of others.\n', ...blocks.toSorted()].join('\n')
}

/** The nearest folder whose manifest has a name and a version: some packages have manifests within that say only how modules are read. */
function folderOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) {
      const { name, version } = readManifest(folder)
      if (name !== undefined && version !== undefined) return folder
    }
    if (folder === dirname(folder)) throw new Error(`${file}: belongs to no package`)
  }
}

function readManifest(folder: string): Licensed {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Licensed
}

function textsIn(folder: string): string {
  const files = globSync('{LICENSE,LICENCE,License,license,COPYING,NOTICE}*', { cwd: folder }).filter((file) => !/\.[cm]?[jt]s$/.test(file))
  return files
    .toSorted()
    .map((file) => `${readFileSync(join(folder, file), 'utf8').trim()}\n`)
    .join('\n')
}
