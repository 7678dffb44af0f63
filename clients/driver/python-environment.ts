import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { runInstall } from './need.ts'

/** Installer, which is fast and reads the pins. */
const uv = 'uv==0.13.9'

/** Makes a Python environment in the folder and fills it with the pins of the file, unless that was done for the same pins. */
export async function installEnvironment(cache: string, name: string, file: string, least = '3.11'): Promise<void> {
  const python = findPython(least)
  const tool = join(cache, 'installer')
  await install(tool, python, uv, () => runInstall({ program: join(tool, 'bin/pip'), args: ['install', '--quiet', uv] }))
  const folder = join(cache, name)
  const args = ['pip', 'sync', '--quiet', '--python', join(folder, 'bin/python'), file]
  await install(folder, python, readFileSync(file, 'utf8'), () => runInstall({ program: join(tool, 'bin/uv'), args }))
}

async function install(folder: string, python: string, wanted: string, fill: () => Promise<void>): Promise<void> {
  const stamp = join(folder, 'installed.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await runInstall({ program: python, args: ['-m', 'venv', '--clear', folder] })
  await fill()
  writeFileSync(stamp, wanted)
}

/** Python of this version or a newer one that can make environments; those of pyenv are seldom in the path. */
function findPython(least: string): string {
  const kept = globSync(join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions/3.*/bin/python3')).toSorted()
  const test = `import sys, venv, ensurepip; assert sys.version_info >= (${least.replace('.', ', ')})`
  for (const python of ['python3', 'python3.12', 'python3.13', 'python3.14', ...kept])
    if (spawnSync(python, ['-c', test], { stdio: 'ignore' }).status === 0) return python
  throw new Error(`there is no Python ${least} with venv`)
}

/** Version that a file pins. */
export function pinnedVersion(file: string, name: string): string {
  return new RegExp(`^${name}(?:\\[[^\\]]*\\])?==([^ ;\\n]+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? ''
}
