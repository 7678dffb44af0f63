import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, matchesGlob, relative } from 'node:path'
import { freePort } from './free-port.ts'
import { endProcess, started } from './start-process.ts'
import { root } from './workspace.ts'

const deploy = join(root, 'apps/gateway/deploy')

/**
 * Runs the steps of the gateway's container file in folders, on a machine that may have no containers: each stage is a folder, in which paths
 * from the root are looked for. Starts what the image would, asks it by the file's own health check, and ends it. Throws at a step that fails.
 */
export async function smokeImage(folder: string): Promise<void> {
  const env: Record<string, string> = {}
  const stages: string[] = []
  let entry: readonly string[] = []
  let health: readonly string[] = []
  let at = '/'
  const place = (path: string, stage = stages.at(-1) ?? folder): string =>
    path.startsWith('/') ? join(stage, path) : join(stage, at, path)
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  for (const [, word = '', rest = ''] of readFileSync(join(deploy, 'Dockerfile'), 'utf8').matchAll(/^([A-Z]+) (.*)$/gm)) {
    if (word === 'FROM') {
      stages.push(join(folder, `stage-${stages.length}`))
      mkdirSync(place('/usr/local/bin'), { recursive: true })
      at = '/'
    } else if (word === 'WORKDIR') mkdirSync(place((at = rest)), { recursive: true })
    else if (word === 'ENV') Object.assign(env, Object.fromEntries(rest.split(' ').map((each) => each.split('='))))
    else if (word === 'COPY') {
      const paths = rest.split(' ').filter((each) => !each.startsWith('--'))
      const target = paths.pop() ?? ''
      const first = rest.startsWith('--from=') ? stages[0] : undefined
      for (const source of paths) {
        const from = first === undefined ? join(root, source) : place(source, first)
        cpSync(from, target === './' ? place(basename(source)) : place(target), {
          recursive: true,
          filter: first === undefined ? isSent : () => true,
        })
      }
    } else if (word === 'RUN') {
      // The folders of the image, and its user, in place of the machine's.
      const command = rest.replaceAll(/(?<= )\//g, `${stages.at(-1)}/`).replace('node:node', '"$(id -u):$(id -g)"')
      execFileSync('sh', ['-ec', command], {
        cwd: place('.'),
        env: { ...builderEnv(), PATH: path },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    } else if (word === 'ENTRYPOINT') entry = JSON.parse(rest) as string[] // exec form
    else if (word === 'HEALTHCHECK') health = JSON.parse(rest.slice(rest.indexOf('['))) as string[] // exec form
  }
  const [, program = ''] = entry
  const port = String(await freePort())
  const given = {
    ...env,
    PATH: path,
    HOME: folder,
    PORT: port,
    INTERLINGUA_DATA: place('/data'),
    INTERLINGUA_API_KEY: 'a-key-of-this-test',
  }
  const version = execFileSync(place('/usr/local/bin/interlingua'), ['--version'], { env: given, encoding: 'utf8' })
  if (!/^\d+\.\d+\.\d+\n$/.test(version)) throw new Error(`the image's command says ${version}`)
  const options = { cwd: place('.'), env: given }
  const { child } = await started(spawn(process.execPath, [place(program), 'start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] }))
  const [, ...asked] = health
  execFileSync(process.execPath, asked, { ...options, stdio: 'inherit' })
  await endProcess(child)
}

/** Environment of a builder's commands. An `npx --package … -c …` that runs this check would hand its own arguments to each npx below it. */
function builderEnv(): NodeJS.ProcessEnv {
  const { npm_config_package: _package, npm_config_call: _call, ...env } = process.env
  return env
}

/** True for a file that goes to the builder of images: one that Dockerfile.dockerignore does not name. */
function isSent(file: string): boolean {
  const path = relative(root, file)
  const lines = readFileSync(join(deploy, 'Dockerfile.dockerignore'), 'utf8').trim().split('\n')
  // The last line that fits decides.
  const last = lines.findLast((line) => matchesGlob(path, line.replace(/^!/, '')))
  return last === undefined || last.startsWith('!')
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-image-'))
  await smokeImage(folder)
  rmSync(folder, { recursive: true })
  console.log('the steps of the container file run')
}
