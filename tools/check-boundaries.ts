import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import {
  bannedFiles,
  bannedWords,
  boundaryRules,
  exemptNames,
  impureGlobals,
  nodeGlobals,
  pureMembers,
  type BoundaryRule,
} from './boundary-rules.ts'
import { findCycles } from './find-cycles.ts'
import { globalOf, readModule, type ModuleFacts } from './read-module.ts'
import { listWorkspaces, root, type Workspace } from './workspace.ts'

export interface BoundaryReport {
  readonly modules: number
  readonly problems: readonly string[]
}

/** Holds the sources of all workspaces to the table of imports, to their platform, and to the refused words. */
export function checkBoundaries(base: string = root, rules: Readonly<Record<string, BoundaryRule>> = boundaryRules): BoundaryReport {
  const workspaces = listWorkspaces('{packages/*,apps/*,conformance,bench}', base)
  const entries = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest]))
  const problems: string[] = []
  let modules = 0
  for (const workspace of workspaces) {
    const rule = rules[workspace.folder]
    if (rule === undefined) {
      problems.push(`${workspace.folder}: no rule says what it may import (tools/boundary-rules.ts)`)
      continue
    }
    const source = join(base, workspace.folder, 'src')
    const files = new Map(
      globSync('**/*.{ts,tsx}', { cwd: source }).map((file) => [resolve(source, file), readModule(resolve(source, file))]),
    )
    modules += files.size
    problems.push(...checkWorkspace(workspace, rule, files, source, base, entries))
    for (const file of globSync('{src,test}/**/*.{ts,tsx}', { cwd: join(base, workspace.folder) })) {
      if (bannedFiles.has(basename(file).split('.')[0] ?? ''))
        problems.push(`${workspace.folder}/${file}: the name does not say what is inside`)
    }
  }
  if (modules === 0) problems.push('no module found to check')
  return { modules, problems }
}

function checkWorkspace(
  workspace: Workspace,
  rule: BoundaryRule,
  files: ReadonlyMap<string, ModuleFacts>,
  source: string,
  base: string,
  manifests: ReadonlyMap<string, Workspace['manifest']>,
): readonly string[] {
  const problems: string[] = []
  const edges = new Map<string, readonly string[]>()
  const open = filesBehindDoors(rule, files, source)
  for (const [file, facts] of files) {
    const say = (problem: string): number => problems.push(`${relative(base, file).replaceAll('\\', '/')}: ${problem}`)
    const platform = open.has(file) ? 'node' : rule.platform
    for (const error of facts.syntaxErrors) say(error)
    for (const { specifier, names } of facts.imports) {
      // Bundlers keep all of an object that is exported by name: 363 KB.
      if (specifier === 'zod' && names.length > 0)
        say(`imports { ${names.join(', ')} } from 'zod'; of { z } bundlers keep everything: use * as z`)
      const problem = specifier.startsWith('.')
        ? checkRelative(specifier, file, source)
        : checkPackage(specifier, rule, platform, workspace, manifests)
      if (problem !== undefined) say(problem)
    }
    for (const name of facts.globals) if (isForbidden(name, platform)) say(`uses ${name}, which a library must be given`)
    if (facts.hasDefaultExport) say('has a default export')
    for (const name of facts.exportedNames) {
      const word = exemptNames.has(name) ? undefined : wordsOf(name).find((each) => bannedWords.has(each))
      if (word !== undefined) say(`exports ${name}, and "${word}" does not say what it does`)
    }
    if (rule.layers) for (const problem of importsUp(rule.layers, file, facts, source)) say(problem)
    edges.set(
      file,
      facts.imports.filter(({ specifier }) => specifier.startsWith('.')).map(({ specifier }) => resolve(dirname(file), specifier)),
    )
  }
  for (const cycle of findCycles(edges))
    problems.push(`${workspace.folder}: files import each other in a circle: ${cycle.map((file) => relative(source, file)).join(' > ')}`)
  return problems
}

/** Imports of a file that lead to a higher folder, types included. */
function importsUp(layers: readonly string[], file: string, facts: ModuleFacts, source: string): readonly string[] {
  const own = layerOf(layers, file, source)
  if (own === -1) return ['lies in a folder that is no layer (tools/boundary-rules.ts)']
  return facts.imports
    .filter(({ specifier }) => specifier.startsWith('.') && layerOf(layers, resolve(dirname(file), specifier), source) > own)
    .map(({ specifier }) => `imports ${specifier}, which is above it`)
}

/** Index of the layer of a file; -1 for an unknown folder. */
function layerOf(layers: readonly string[], file: string, source: string): number {
  const [folder = '', ...inside] = relative(source, file).split(/[/\\]/)
  return inside.length === 0 ? layers.length : layers.indexOf(folder)
}

function isForbidden(name: string, platform: BoundaryRule['platform']): boolean {
  if (platform === 'node' || pureMembers.has(name)) return false
  const global = globalOf(name)
  return nodeGlobals.has(global) || (platform === 'none' && (impureGlobals.has(global) || impureGlobals.has(name)))
}

function checkRelative(specifier: string, file: string, source: string): string | undefined {
  const target = resolve(dirname(file), specifier)
  // A program may state its own version; a bundler includes the file.
  if (target === resolve(source, '../package.json')) return undefined
  if (relative(source, target).startsWith('..')) return `imports ${specifier}, which lies outside its own sources`
  if (!/\.tsx?$/.test(specifier)) return `imports ${specifier} without the .ts extension`
  return existsSync(target) ? undefined : `imports ${specifier}, which does not exist`
}

function checkPackage(
  specifier: string,
  rule: BoundaryRule,
  platform: BoundaryRule['platform'],
  workspace: Workspace,
  manifests: ReadonlyMap<string, Workspace['manifest']>,
): string | undefined {
  if (specifier.startsWith('node:')) return platform === 'node' ? undefined : `imports ${specifier}`
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  if (rule.imports !== 'anything' && !rule.imports.includes(name)) return `imports ${specifier}, which ${workspace.folder} may not`
  if (name === '@interlingua/testkit' && workspace.folder !== 'conformance') return 'imports the test kit, which is for tests'
  if (name === '@interlingua/gateway' && workspace.folder !== 'bench') return 'imports an app'
  const entry = `.${specifier.slice(name.length)}`
  const exports = manifests.get(name)?.exports
  return exports !== undefined && !Object.hasOwn(exports, entry) ? `imports ${specifier}, which is not an entry of ${name}` : undefined
}

/** Files that only the doors reach, and the doors; files that another entry reaches stay restricted. */
function filesBehindDoors(rule: BoundaryRule, files: ReadonlyMap<string, ModuleFacts>, source: string): ReadonlySet<string> {
  const doors = (rule.doors ?? []).map((door) => resolve(source, door))
  const inside = reach([resolve(source, 'index.ts')], files)
  return new Set([...reach(doors, files)].filter((file) => !inside.has(file)))
}

function reach(from: readonly string[], files: ReadonlyMap<string, ModuleFacts>): ReadonlySet<string> {
  const seen = new Set<string>()
  const queue = [...from]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const { specifier } of files.get(file)?.imports ?? []) if (specifier.startsWith('.')) queue.push(resolve(dirname(file), specifier))
  }
  return seen
}

function wordsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]/).map((word) => word.toLowerCase())
}

if (import.meta.main) {
  const { modules, problems } = checkBoundaries()
  for (const problem of problems) console.error(problem)
  console.log(`boundaries: ${modules} modules checked, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
