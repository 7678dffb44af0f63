import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/** No container and no service is started here: the files that are named must exist, and the commands must run. */
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = join(root, 'apps/gateway/deploy')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: unknown
}

test('the container file copies what is there, builds the package, and runs it as another user than root', async () => {
  const lines = read('Dockerfile').split('\n')
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1))
  expect(copied).toEqual(
    expect.arrayContaining(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tools', 'packages', 'apps/gateway', 'apps/console']),
  )
  for (const path of copied) expect(existsSync(join(root, path))).toBe(true)
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string } // the manifest of this repository names its package manager
  expect(packageManager).toMatch(/^pnpm@/)
  // The script tools/smoke-image.ts runs all of the file, without containers.
  expect(lines).toContain('RUN node tools/build-gateway.ts')
  expect(lines).toContain('COPY --from=build /app/apps/gateway/dist/package /opt/interlingua')
  expect(lines).toContain('ENTRYPOINT ["node", "/opt/interlingua/dist/main.js"]')
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'apps/gateway/src/main.ts'), '--help'])
  expect(stdout).toContain(JSON.parse(/^CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '[]')[0])
  expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')))
  expect(lines.filter((line) => line.startsWith('FROM ')).every((line) => line.startsWith('FROM node:24-'))).toBe(true)
  expect(lines.some((line) => line.startsWith('HEALTHCHECK') && line.includes('/healthz'))).toBe(true)
})

test('the compose file has two gateways on one database behind a proxy that asks both', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Readonly<Record<string, Service>> } // a compose file has this shape
  const gateways = Object.entries(services).filter(([, { build }]) => build !== undefined)
  expect(gateways.map(([name]) => name)).toEqual(['gateway-1', 'gateway-2'])
  for (const [name, { build, environment }] of gateways) {
    expect(existsSync(resolve(folder, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true)
    expect(resolve(folder, build?.context ?? '')).toBe(resolve(root))
    expect(environment?.['DATABASE_URL']).toContain('@postgres/')
    expect(read('nginx.conf')).toContain(`server ${name}:8787;`)
  }
  expect(services['proxy']?.volumes).toEqual(['./nginx.conf:/etc/nginx/conf.d/default.conf:ro'])
  expect(services['postgres']).toBeDefined()
  // Results of the one are found by the other.
  for (const [, { volumes }] of gateways) expect(volumes).toContain('results:/data/results')
  expect(read('Dockerfile')).toMatch(/mkdir --parents \/data\/results .*chown --recursive node:node \/data /)
  // The file that the service mounts is made from an existing one.
  expect(existsSync(resolve(folder, '../interlingua.example.yaml'))).toBe(true)
})

test('the unit runs the program, reloads it by SIGHUP, and gives it longer to end than it takes', () => {
  const unit = read('interlingua.service')
  // The same path within an installation, by npm in /opt/interlingua, is asked for in CI.
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node \/opt\/interlingua\/node_modules\/@interlingua\/gateway\/dist\/main\.js start$/m)
  expect(unit).toMatch(/^Documentation=file:\/opt\/interlingua\/node_modules\/@interlingua\/gateway\/README\.md$/m)
  expect(unit).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30)
  expect(dirname(folder)).toBe(join(root, 'apps/gateway'))
})
