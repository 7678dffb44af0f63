import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../tools/smoke-test.ts'

/** A page of each kind, by its address below the base. */
export const kinds: Readonly<Record<string, string>> = {
  home: '',
  guide: 'guide/configure/',
  agent: 'agents/codex/',
  clients: 'clients/',
  losses: 'loss-matrix/?from=messages&to=chat&outcome=lossy',
  api: 'api/interlingua/',
  configuration: 'reference/configuration/',
  commands: 'reference/command-line/',
  prices: 'reference/prices/',
  decision: 'decisions/002-seal-envelope/',
  missing: 'no/such/page/',
}

const themes = ['light', 'dark'] as const
const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const

type Theme = (typeof themes)[number]
type Width = keyof typeof widths

export interface Visit {
  readonly page: Page
  readonly kind: string
  readonly theme: Theme
  readonly width: Width
}

/** Opens Chromium as Debian has it. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium on this machine')
  return chromium.launch({
    executablePath: `/usr/bin/${executablePath}`,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
}

/**
 * Visits a page of each kind in both themes and both widths. Returns what is wrong with them: faults of access, errors, what the content policy
 * forbade, requests to other hosts, content that moves while it loads, and pages wider than the screen.
 */
export async function visitKinds(browser: Browser, url: string, look: (visit: Visit) => Promise<void>): Promise<readonly string[]> {
  const problems: string[] = []
  for (const theme of themes)
    for (const width of Object.keys(widths) as Width[])
      // keys of that constant
      for (const [kind, path] of Object.entries(kinds)) {
        const context = await browser.newContext({ colorScheme: theme, viewport: widths[width] })
        const page = await context.newPage()
        const report = (problem: string): void => void problems.push(`${kind}, ${theme}, ${width}: ${problem}`)
        watch(page, url, kind === 'missing', report)
        await page.goto(url + path, { waitUntil: 'load' })
        await checkLayout(page, report)
        // The same page in the other colours has the same structure: on a phone one theme is enough.
        if (width === 'desktop' || theme === 'light') await checkAccess(page, report)
        await look({ page, kind, theme, width })
        await context.close()
      }
  return problems
}

/** Loads a page of each kind from a server that sends it in pieces. Returns those whose content moves meanwhile. */
export async function checkArrival(browser: Browser, url: string): Promise<readonly string[]> {
  const problems: string[] = []
  for (const width of Object.keys(widths) as Width[])
    // keys of that constant
    for (const [kind, path] of Object.entries(kinds)) {
      const page = await browser.newPage({ viewport: widths[width] })
      await page.goto(url + path, { waitUntil: 'load' })
      await checkLayout(page, (problem) => problems.push(`${kind}, ${width}, arriving in pieces: ${problem}`))
      await page.close()
    }
  return problems
}

function watch(page: Page, url: string, isMissing: boolean, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(`an error: ${error.message}`))
  page.on('console', (message) => {
    const expected = isMissing && message.text().includes('404')
    if (message.type() === 'error' && !expected) report(`in the console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:')) report(`asks another host: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && !isMissing) report(`${response.status()} for ${response.url()}`)
  })
}

async function checkLayout(page: Page, report: (problem: string) => void): Promise<void> {
  const { shift, wide, moved } = await page.evaluate(
    () =>
      new Promise<{ shift: number; wide: number; moved: string }>((settle) => {
        let shift = 0
        let moved = ''
        new PerformanceObserver((list) => {
          // Entries of type layout-shift.
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
            shift += entry.value
            moved += entry.sources.map(({ node }) => (node instanceof Element ? ` ${node.tagName}.${node.className}` : '')).join('')
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => settle({ shift, moved, wide: document.documentElement.scrollWidth - innerWidth }), 100)
      }),
  )
  if (shift > 0.02) report(`the layout shifts by ${shift.toFixed(3)}:${moved}`)
  if (wide > 0) report(`is ${wide} pixels wider than the screen`)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 A and AA, and axe's best practices, but for minor ones. */
async function checkAccess(page: Page, report: (problem: string) => void): Promise<void> {
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    // The script above defines it.
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const found = await axe.run(document, { resultTypes: ['violations'] })
    return found.violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      count: nodes.length,
      first: nodes[0]?.target.join(' ') ?? '',
    }))
  })
  for (const { id, impact, help, count, first } of violations)
    if (impact !== 'minor') report(`${impact}: ${id} (${help}), ${count} times, as at ${first}`)
}

/** Uses the search, by keyboard alone. */
export async function checkSearch(browser: Browser, url: string, shots?: string): Promise<readonly string[]> {
  const problems: string[] = []
  const page = await browser.newPage({ viewport: widths.desktop })
  const queries = {
    'circuit breaker': 'guide/channels/',
    createTranslatingFetch: 'api/interlingua/',
    'chat/top-k': '',
    'mistral vibe': 'agents/mistral-vibe/',
  }
  for (const [query, expected] of Object.entries(queries)) {
    if (!(await openSearch(page, url))) return [...problems, `the search does not open at ${url}`]
    await page.locator('dialog input').fill(query)
    const links = page.locator('dialog a.pagefind-ui__result-link')
    await links
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => problems.push(`the search finds nothing for ${query}`))
    const found = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname)) // of links
    if (!found.some((address) => address === new URL(url).pathname + expected) && expected !== '')
      problems.push(`the search for ${query} does not find ${expected}, but ${[...new Set(found)].join(' ')}`)
    if (shots !== undefined) await page.screenshot({ path: join(shots, `search-${query.replaceAll(/\W/g, '-')}.png`) })
  }
  await page.close()
  return problems
}

/**
 * Opens the search by its key, and says whether its field is there. The page makes the field when the browser is idle, which a busy machine puts
 * off without end at times: a field that does not come is asked for from a new load, three times.
 */
async function openSearch(page: Page, url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    await page.goto(url)
    // Enabled once its script runs.
    await page.locator('button[data-open-modal]:enabled').waitFor()
    await page.keyboard.press('Control+k')
    const field = page.locator('dialog input')
    if (
      await field.waitFor({ timeout: 15_000 }).then(
        () => true,
        () => false,
      )
    )
      return true
  }
  return false
}
