import axe, { type AxeResults } from 'axe-core'
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { atEnd } from '../../../../tools/at-end.ts'

const programs = ['chromium', 'chromium-browser', 'google-chrome']

/** Path of Chromium on this machine; undefined if there is none. No browser is downloaded. */
export function findBrowser(): string | undefined {
  for (const name of programs) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return undefined
}

let browser: Promise<Browser> | undefined

async function startBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('no Chromium on this machine')
  const started = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  atEnd(() => started.close())
  return started
}

/** Window of a person, who is watched: what the policy of the page refused, what went to another origin, and what broke. */
export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  /** Refusals of the policy, requests to other origins, and errors of scripts. Each of them fails `expectQuiet`. */
  readonly problems: string[]
  /** Fails if anything was seen that may not be. */
  expectQuiet(): void
}

export interface WindowSettings {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
}

/** Opens a window at no page, with storage of its own. */
export async function openWindow(origin: string, { width = 1280, height = 900, dark = false }: WindowSettings = {}): Promise<Watched> {
  browser ??= startBrowser()
  const context = await (
    await browser
  ).newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  atEnd(() => context.close())
  const problems: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) problems.push(`asked ${request.url()}`)
  })
  await context.exposeFunction('reportViolation', (text: string) => void problems.push(`refused by the policy: ${text}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      // The function of `exposeFunction` above.
      const { reportViolation } = globalThis as unknown as { readonly reportViolation: (text: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(`script failed: ${error.message}`))
  page.on('dialog', (dialog) => {
    problems.push(`a dialog of the browser opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { context, page, problems, expectQuiet: () => expect(problems).toEqual([]) }
}

/** Rules of WCAG 2.2 A and AA, without exceptions. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits until a page has as many elements as before for a while, those in shadow roots too: axe fails where one is taken away while it looks. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const count = (root: Document | ShadowRoot): number => {
      const all = [...root.querySelectorAll('*')]
      return all.reduce((sum, { shadowRoot }) => sum + (shadowRoot === null ? 1 : 1 + count(shadowRoot)), 0)
    }
    let [before, same] = [-1, 0]
    for (let look = 0; same < 4 && look < 50; look++) {
      const now = count(document)
      same = now === before ? same + 1 : 0
      before = now
      await new Promise((done) => void setTimeout(done, 75))
    }
  })
}

/** Findings of axe on a page that is still, each with the elements that it is about. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await untilStill(page)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate((tags): Promise<AxeResults> => {
    // `axe.source` defined it.
    const { axe: judge } = globalThis as unknown as { readonly axe: typeof axe }
    return judge.run(document, { runOnly: tags })
  }, standards)
  return violations.map(
    ({ id, impact, help, nodes }) => `${id} (${impact}): ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
}

/** Writes a picture of the page, down to 2,000 pixels, into the folder `INTERLINGUA_PICTURES`, if that is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['INTERLINGUA_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  const { width, height } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return { width: scrollWidth, height: Math.min(scrollHeight, 2000) }
  })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, clip: { x: 0, y: 0, width, height } })
}
