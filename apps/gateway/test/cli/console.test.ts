import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { cli } from './run-cli.ts'

const dataDir = tempFolder('cli-console')
const gateway = await startGateway({ demo: true, dataDir })
Object.assign(process.env, { INTERLINGUA_DATA: dataDir, INTERLINGUA_CONFIG: '' })

const login = (link: string): Promise<Response> =>
  fetch(`${gateway.url}/admin/api/login`, { method: 'POST', body: JSON.stringify({ link: link.split('#login=')[1] }) })

test('a link of the command signs in to the running gateway, once', async () => {
  const { code, out, err } = await cli('console', '--url', gateway.url)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/#login=[\w-]{32}\n$/)
  expect((await login(out.trim())).status).toBe(200)
  expect((await login(out.trim())).status).toBe(401)
  const { out: json } = await cli('console', '--url', gateway.url, '--json')
  expect(JSON.parse(json)).toEqual({
    link: expect.stringContaining('/console/#login=') as unknown,
    until: expect.stringMatching(/Z$/) as unknown,
  })
})

test('what cannot work is told in words', async () => {
  expect(await cli('console', '--url', 'localhost')).toMatchObject({
    code: 2,
    err: expect.stringContaining('http://127.0.0.1:8787') as unknown,
  })
  const nobody = await cli('console', '--url', 'http://127.0.0.1:1')
  expect([nobody.code, nobody.err]).toEqual([0, expect.stringContaining('No gateway answers at http://127.0.0.1:1 now')])
  const file = join(tempFolder('cli-console-off'), 'interlingua.yaml')
  writeFileSync(file, 'console: false\nchannels: []\ndemo: true\n')
  process.env['INTERLINGUA_CONFIG'] = file
  expect(await cli('console')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('console: false') as unknown })
  process.env['INTERLINGUA_CONFIG'] = ''
})
