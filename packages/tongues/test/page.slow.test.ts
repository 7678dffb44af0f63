import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { chromium } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { findChromium } from '../../../tools/smoke-test.ts'
import { profileOf } from '../src/profiles/profiles.ts'
import { startReference } from '../src/reference/reference-gateway.ts'
import { htmlOf } from '../src/report/html.ts'
import { reportOf } from '../src/report/json-report.ts'
import { createHttpClient } from '../src/run/http-client.ts'
import { loadCases } from '../src/run/load-cases.ts'
import { runCases } from '../src/run/run-cases.ts'
import { startUpstream } from '../src/run/upstream-server.ts'
import { mutantOf } from '../src/mutants/mutants.ts'

const program = findChromium()
if (program === undefined) throw new Error('no Chromium on this machine')
const browser = await chromium.launch({
  executablePath: `/usr/bin/${program}`,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
const upstream = await startUpstream()
const gateway = await startReference({ port: 0, upstream: `http://127.0.0.1:${upstream.port}`, mutant: mutantOf('calls-dropped') })
const http = createHttpClient()
afterAll(async () => {
  http.close()
  await browser.close()
  await gateway.close()
  await upstream.close()
})

const cases = loadCases().filter(({ id }) => /^(tools\/parallel|answers\/stop|honest\/chat|usage\/cache)/.test(id))
const context = {
  profile: profileOf('reference'),
  gateway: `http://127.0.0.1:${gateway.port}`,
  key: 'k',
  upstream,
  http,
  seed: 1,
  fullSweep: false,
  timeoutMs: 30_000,
}
const { results } = await runCases(cases, context, { timing: false })
const page = htmlOf(
  reportOf({
    version: '0.1.0',
    suite: '1.0',
    judges: {},
    gateway: { name: 'spoilt', profile: 'reference' },
    mode: 'through',
    seed: 1,
    cases,
    results,
    began: new Date(0),
    seconds: 1,
  }),
)

for (const [width, colorScheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)
  test(`${width} pixels, ${colorScheme}: nothing is wider than the window, axe finds nothing, and a red cell leads to its wires`, async () => {
    const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
    const asked: string[] = []
    tab.on('request', (request) => void asked.push(request.url()))
    await tab.setContent(page)
    expect(asked.filter((url) => url.startsWith('http'))).toEqual([])
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await tab.locator('.matrix a').first().click()
    const target = await tab.locator('.matrix a').first().getAttribute('href')
    await tab.locator(`${target ?? ''} summary`).click()
    expect(
      await tab
        .locator(`${target ?? ''} pre`)
        .first()
        .isVisible(),
    ).toBe(true)
    expect(await tab.locator(target ?? '').textContent()).toContain('curl -sS')
    await tab.evaluate(axe.source)
    // The script above puts axe into the page.
    const found = await tab.evaluate(async () =>
      (await (window as unknown as { axe: { run(): Promise<{ violations: { id: string; help: string }[] }> } }).axe.run()).violations.map(
        ({ id, help }) => `${id}: ${help}`,
      ),
    )
    expect(found).toEqual([])
    const folder = process.env['TONGUES_SHOTS']
    if (folder !== undefined) writeFileSync(join(folder, `${width}-${colorScheme}.png`), await tab.screenshot())
    await tab.close()
  })
