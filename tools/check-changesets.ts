import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listWorkspaces, root } from './workspace.ts'

/**
 * Checks of `changeset status`, without asking a remote: every changeset names existing and published packages, with a size and a text; and
 * one that was never released has one.
 */
export function checkChangesets(): readonly string[] {
  const problems: string[] = []
  const published = listWorkspaces('{packages,apps}/*').filter(({ manifest }) => manifest.private !== true)
  const known = new Set(published.map(({ manifest }) => manifest.name))
  const announced = new Set<string>()
  for (const file of globSync('.changeset/*.md', { cwd: root })) {
    if (file.endsWith('README.md')) continue
    const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(root, file), 'utf8'))
    if (parts === null) {
      problems.push(`${file}: has no front matter`)
      continue
    }
    const [, head = '', text = ''] = parts
    if (text.trim() === '') problems.push(`${file}: says nothing`)
    for (const line of head.split('\n').filter((each) => each.trim() !== '')) {
      const [, name, size] = /^["']?([^"':]+)["']?:\s*(\w+)$/.exec(line.trim()) ?? []
      if (name === undefined || !['major', 'minor', 'patch'].includes(size ?? ''))
        problems.push(`${file}: cannot read ${JSON.stringify(line)}`)
      else if (!known.has(name)) problems.push(`${file}: ${name} is not a published package`)
      else announced.add(name)
    }
  }
  for (const { manifest } of published) {
    if (manifest.version === '0.0.0' && !announced.has(manifest.name))
      problems.push(`${manifest.name}: was never released and has no changeset`)
  }
  return problems
}

if (import.meta.main) {
  const problems = checkChangesets()
  for (const problem of problems) console.error(problem)
  console.log(`changesets: ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
