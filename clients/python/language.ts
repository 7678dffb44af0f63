import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'

/** What goes together into one environment, by the list of requirements that pins it. */
const environments: Readonly<Record<string, readonly Client[]>> = {
  sdk: [{ name: 'python-openai-chat' }, { name: 'python-openai-responses' }, { name: 'python-anthropic' }, { name: 'python-google-genai' }],
}

/** The installer, which is fast and reads the pins. */
const uv = 'uv==0.13.9'
const here = import.meta.dirname

export const python: Language = {
  name: 'python',
  clients: Object.values(environments).flat(),
  async prepare(cache) {
    need('python3', '-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)')
    const tool = join(cache, 'installer')
    await install(tool, uv, () => runInstall({ program: join(tool, 'bin/pip'), args: ['install', '--quiet', uv] }))
    for (const name of Object.keys(environments)) {
      const file = join(here, 'requirements', `${name}.txt`)
      const folder = join(cache, name)
      const args = ['pip', 'sync', '--quiet', '--python', join(folder, 'bin/python'), file]
      await install(folder, readFileSync(file, 'utf8'), () => runInstall({ program: join(tool, 'bin/uv'), args }))
    }
  },
  command(client, cache) {
    const name = Object.keys(environments).find((each) => environments[each]?.some((one) => one.name === client)) ?? ''
    return {
      program: join(cache, name, 'bin/python'),
      args: [join(here, 'harness/main.py'), client],
      env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
    }
  },
}

/** Makes an environment and fills it, unless it was filled with the same. */
async function install(folder: string, wanted: string, fill: () => Promise<void>): Promise<void> {
  const stamp = join(folder, 'installed.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await runInstall({ program: 'python3', args: ['-m', 'venv', '--clear', folder] })
  await fill()
  writeFileSync(stamp, wanted)
}
