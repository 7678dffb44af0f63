import type { TranslatedDocument } from '@interlingua/console/api'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { openWindow } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url))
const formats = ['messages', 'chat', 'responses', 'contents'] as const
const pairs = formats.flatMap((from) => formats.filter((to) => to !== from).map((to) => [from, to] as const))
const wanted = 20

/** Bodies of a format's recorded requests, every so many of all, so that all kinds are among them. */
function requestsOf(format: string): readonly { readonly name: string; readonly body: object }[] {
  const names = existsSync(corpus + format) ? readdirSync(corpus + format).toSorted() : []
  const found = names.flatMap((name) => {
    const exchange: { readonly request?: unknown; readonly status?: number } = JSON.parse(
      readFileSync(`${corpus}${format}/${name}`, 'utf8'),
    )
    const { request, status = 200 } = exchange
    return typeof request === 'object' && request !== null && !Array.isArray(request) && status === 200 ? [{ name, body: request }] : []
  })
  const step = Math.max(1, Math.floor(found.length / (2 * wanted)))
  return found.filter((_, index) => index % step === 0)
}

/**
 * Line of a pointer's value in a text that `JSON.stringify` spaced by two, from 1: each value before it has as many lines as its own text. The nearest
 * value around it counts where there is none.
 */
function lineOf(document: unknown, pointer: string): number {
  let line = 1
  let value = document
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return line
    line++
    for (const [name, member] of Object.entries(value)) {
      if (name === key) {
        value = member
        break
      }
      line += JSON.stringify(member, undefined, 2).split('\n').length
    }
  }
  return line
}

const panes = { source: 0, canonical: 1, target: 2 } as const
type Side = keyof typeof panes

/** Signs, each with its words, on a line of a pane. The gutter of signs runs beside that of the lines' numbers. */
function marksOnLine(page: Page, side: Side, line: number): Promise<readonly string[] | undefined> {
  return page
    .locator('.pane-text')
    .nth(panes[side])
    .evaluate((host, wantedLine) => {
      const root = host.shadowRoot
      const numbers = [...(root?.querySelectorAll<HTMLElement>('.cm-lineNumbers .cm-gutterElement') ?? [])]
      const number = numbers.find(({ textContent, style }) => textContent === String(wantedLine) && style.visibility !== 'hidden')
      if (!number) return undefined
      const { top } = number.getBoundingClientRect()
      const cells = [...(root?.querySelectorAll<HTMLElement>('.signs .cm-gutterElement') ?? [])]
      const cell = cells.find((each) => each.style.visibility !== 'hidden' && Math.abs(each.getBoundingClientRect().top - top) < 2)
      return [...(cell?.querySelectorAll<HTMLElement>('.sign') ?? [])].map(({ title }) => title)
    }, line)
}

const words: Readonly<Record<string, string>> = {
  dropped: 'dropped',
  approximated: 'approximated',
  synthesized: 'made up',
  repaired: 'repaired',
}

describeRecordings('documents of real exchanges', corpus, () => {
  let page: Page
  beforeAll(async () => {
    const opened = await openConsole()
    const watched = await openWindow(opened.url, { width: 1600, height: 1200 })
    page = watched.page
    await page.goto(await opened.link())
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByRole('link', { name: 'Translate' }).click()
    await page.getByText('The policy lets it pass.').waitFor()
  })

  test.each(pairs)('requests of %s for %s have each loss marked on its line, on all sides', { timeout: 300_000 }, async (from, to) => {
    let translated = 0
    let checked = 0
    for (const { name, body } of requestsOf(from)) {
      if (translated === wanted) break
      const answered = page.waitForResponse(
        (response) =>
          response.url().endsWith('/translate') && response.request().postData()?.includes(`"from":"${from}","to":"${to}"`) === true,
      )
      await page.getByLabel('File').setInputFiles({
        name: 'x.interlingua.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ interlingua: 1, direction: 'request', from, to, body })),
      })
      const response = await answered
      if (response.status() === 429) throw new Error('the test is faster than the rate of calls')
      // A recorded request may be one that its own format refuses.
      if (!response.ok()) continue
      const { canonical, target, notices }: TranslatedDocument = await response.json()
      translated++
      await page.locator('.panes[aria-busy=false]').waitFor()
      const documents = { source: body, canonical, target }
      for (const [index, notice] of notices.slice(0, 12).entries()) {
        await page.locator(`[data-notice="${index}"]`).click()
        for (const side of ['source', 'canonical', 'target'] as const) {
          // The given document names the place itself; the API's own tests hold the other two to it.
          const line = lineOf(documents[side], side === 'source' ? notice.path : notice[side])
          const expected = expect.arrayContaining([expect.stringContaining(words[notice.kind] ?? notice.kind)]) as string[]
          await expect
            .poll(async () => [name, notice.code, side, line, await marksOnLine(page, side, line)])
            .toEqual([name, notice.code, side, line, expected])
          checked++
        }
      }
    }
    console.log(`${from} → ${to}: ${translated} documents, ${checked} marks`)
    expect(translated).toBe(wanted)
    expect(checked).toBeGreaterThan(0)
  })
})
