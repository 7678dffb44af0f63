import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { root } from '../workspace.ts'

/** The folder of a workspace after a release at 0.1.0, one change of `core`, and `changeset version`; and the versions in it, by name. */
function versionsAfter(level: 'patch' | 'minor'): { readonly base: string; readonly versions: ReadonlyMap<string, string> } {
  const base = mkdtempSync(join(tmpdir(), 'interlingua-versions-'))
  atEnd(() => rmSync(base, { recursive: true }))
  for (const file of [
    'package.json',
    'pnpm-workspace.yaml',
    '.changeset/config.json',
    '.changeset/changelog.mjs',
    ...globSync('{packages/*,apps/*,examples/*,conformance,bench}/package.json', { cwd: root }),
  ]) {
    mkdirSync(dirname(join(base, file)), { recursive: true })
    cpSync(join(root, file), join(base, file))
  }
  symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'))
  const manifests = globSync('packages/*/package.json', { cwd: base }).map((file) => join(base, file))
  for (const file of manifests) writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, '"version": "0.1.0"'))
  writeFileSync(join(base, '.changeset/one.md'), `---\n'@interlingua/core': ${level}\n---\n\nA change.\n`)
  execFileSync('git', ['init', '--quiet'], { cwd: base })
  // The command asks pnpm for a new lockfile at its end, after versions were written. It must not find it: pnpm would install into the
  // folder of modules that is this checkout's own.
  const programs = join(base, 'programs')
  mkdirSync(programs)
  symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(programs, 'git'))
  const command = join(root, 'node_modules/@changesets/cli/bin.js')
  spawnSync(process.execPath, [command, 'version'], { cwd: base, env: { ...process.env, PATH: programs } })
  const versions = manifests.map((file) => {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string; readonly version: string }
    return [name, version] as const
  })
  return { base, versions: new Map(versions) }
}

test('a breaking change of core, which is a minor one before 1.0, is one of every package that depends on it', () => {
  const { base, versions } = versionsAfter('minor')
  // The conformance suite depends on no package of ours.
  expect([...versions].filter(([, version]) => version !== '0.2.0')).toEqual([['tongues', '0.1.0']])
  const ofCore = readFileSync(join(base, 'packages/core/CHANGELOG.md'), 'utf8')
  expect(ofCore).toContain('## 0.2.0\n\n### Minor Changes\n\n- A change.\n')
  const ofStreams = readFileSync(join(base, 'packages/streams/CHANGELOG.md'), 'utf8')
  expect(ofStreams).toContain('## 0.2.0\n\n### Patch Changes\n\n- With @interlingua/core 0.2.0.\n')
}, 60_000)

test('a patch of core releases core alone', () => {
  const { versions } = versionsAfter('patch')
  expect([...versions].filter(([, version]) => version !== '0.1.0')).toEqual([['@interlingua/core', '0.1.1']])
}, 60_000)
