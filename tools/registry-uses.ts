import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { interlingua, measureFirstAnswer } from './first-answer.ts'
import type { LocalRegistry } from './local-registry.ts'
import { machinePath } from './machine-path.ts'
import { releaseFolder, type PublishPlan } from './publish-to.ts'
import { readPacked } from './read-packed.ts'

export interface Released {
  readonly registry: LocalRegistry
  readonly plan: PublishPlan
  /** An empty folder. */
  readonly folder: string
}

/** Names of scripts that npm runs when a package is installed. */
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare']

/** Checks of what was published to a registry, by their names. Each throws where it fails. */
export const registryUses: Readonly<Record<string, (released: Released) => unknown>> = {
  'each package is published after those that it needs'({ plan }) {
    const groups = new Map(plan.flatMap((group, index) => group.map(({ name }) => [name, index] as const)))
    for (const { name, tarball } of plan.flat()) {
      const { dependencies = {} } = readPacked(join(releaseFolder, tarball.path)).manifest
      for (const needed of Object.keys(dependencies).filter((each) => groups.has(each)))
        if ((groups.get(needed) ?? 0) >= (groups.get(name) ?? 0)) throw new Error(`${name} is published before ${needed}`)
    }
  },
  'no package runs a script where it is installed'({ plan }) {
    for (const { name, tarball } of plan.flat()) {
      const { manifest, files } = readPacked(join(releaseFolder, tarball.path))
      const scripts = installScripts.filter((each) => manifest.scripts?.[each] !== undefined)
      if (scripts.length > 0) throw new Error(`${name} has the scripts ${scripts.join(', ')}`)
      // npm builds what has one, without any script.
      if (files.has('binding.gyp')) throw new Error(`${name} has a binding.gyp`)
    }
  },
  async 'npx @interlingua/gateway in an empty folder, on Node 22 with npm alone'({ registry, folder }) {
    const { answer, installed, cpu, idle } = await measureFirstAnswer(interlingua, registry, join(folder, 'npx'))
    console.log(
      `a translated answer after ${answer.toFixed(1)} s; ${installed.toFixed(1)} MB, ${cpu.toFixed(2)} s of CPU, ${idle.toFixed(0)} MiB idle`,
    )
  },
  'npm install interlingua, and five lines'({ registry, folder }) {
    const project = join(folder, 'library')
    mkdirSync(project)
    const path = [join(registry.node22, 'bin'), machinePath()].join(delimiter)
    const env = { PATH: path, HOME: project, npm_config_cache: join(folder, 'library-cache'), ...registry.env }
    const began = performance.now()
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', 'interlingua'], { cwd: project, env, stdio: 'inherit' })
    writeFileSync(join(project, 'five.mjs'), fiveLines)
    const said = execFileSync('node', ['five.mjs'], { cwd: project, env, encoding: 'utf8' })
    console.log(`a translated request after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    if (!said.includes('"role":"developer"') || !said.includes('"max_completion_tokens":9'))
      throw new Error(`the translated request is ${said}`)
  },
}

const fiveLines = `import { translate } from 'interlingua'
import { anthropic } from 'interlingua/anthropic'
import { openaiChat } from 'interlingua/openai-chat'
const asked = { model: 'gpt-5', max_tokens: 9, system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] }
console.log(JSON.stringify(translate(asked, { from: anthropic, to: openaiChat }).body))
`
