import type { TranslatedDocument } from '@interlingua/console/api'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture, type WindowSettings } from './support/browser.ts'
import { type OpenedConsole, openConsole } from './support/open-console.ts'
import { hostile } from './support/seed.ts'

async function openTranslate(path = '/console/translate', window: WindowSettings = {}, given?: OpenedConsole) {
  const opened = given ?? (await openConsole())
  const watched = await openWindow(opened.url, window)
  await watched.page.goto(await opened.link())
  await watched.page.getByRole('heading', { name: 'Home' }).waitFor()
  await watched.page.goto(opened.url + path)
  return { opened, ...watched }
}

async function openFile(page: Page, text: string): Promise<void> {
  await page.getByLabel('File').setInputFiles({ name: 'document.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('a request, an answer and a stream are shown with their losses: %s at %i pixels', async (theme, width) => {
  const { page, expectQuiet } = await openTranslate('/console/translate', { width, dark: theme === 'dark' })
  for (const [direction, text] of [
    ['request', 'The policy lets it pass.'],
    ['answer', 'The policy lets it pass.'],
    ['stream', 'the stream ends'],
  ] as const) {
    await page.getByRole('radio', { name: direction, exact: false }).check()
    await page.getByText(text).waitFor()
    await page.locator('.panes [aria-busy=true]').waitFor({ state: 'detached' })
    if (direction !== 'stream') await page.locator('.pane').nth(2).locator('.cm-line').first().waitFor()
    await takePicture(page, `translate-${direction}-${theme}-${width}`)
    expect([direction, await findBarriers(page)]).toEqual([direction, []])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect([direction, overflow]).toEqual([direction, 0])
  }
  expectQuiet()
})

test('what is written is translated at once; a mistake has its line, and the earlier translation stays', async () => {
  const { page, expectQuiet } = await openTranslate()
  await page.getByText('The policy lets it pass.').waitFor()
  const source = page.getByRole('textbox', { name: 'client: Messages (Anthropic), editable' })
  const target = page.getByRole('textbox', { name: 'upstream: Chat Completions (OpenAI)' })
  await source.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(
    '{\n  "model": "gpt-5",\n  "max_tokens": 9,\n  "top_k": 3,\n  "messages": [{ "role": "user", "content": "Hello there" }]\n}',
  )
  await target.getByText('Hello there').waitFor()
  await page.getByRole('button', { name: '/top_k, line 4' }).waitFor()
  const sign = page.locator('.pane').first().locator('.signs .sign.dropped[title^="dropped"]')
  await sign.waitFor()
  expect(await target.locator('.missing').allInnerTexts()).toContain('✕ dropped: /top_k (chat/top-k)')

  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Backspace')
  await page.getByText('It is not translated: look at line').waitFor()
  await page.getByText('This is no JSON.').waitFor()
  expect(await target.getByText('Hello there').isVisible()).toBe(true)
  await takePicture(page, 'translate-mistake')
  expect(await findBarriers(page)).toEqual([])
  // A letter in a text is no key of the page.
  await page.keyboard.insertText('}')
  await page.getByText('This is no JSON.').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  expect(page.url()).toContain('/console/translate')

  // A body that the format refuses has the words of the gateway, and its line.
  await openFile(page, '{\n  "model": "m",\n  "max_tokens": 5,\n  "messages": [\n    { "role": "user",\n      "content": 5 }\n  ]\n}')
  await page.getByText('It is not translated.').waitFor()
  await page.locator('.pane').first().locator('.signs .sign', { hasText: '⚠' }).waitFor()
  expect(await page.locator('.pane').first().locator('.marked').innerText()).toContain('"content": 5')
  await takePicture(page, 'translate-refused-body')
  expectQuiet()
})

test('a loss that the policy refuses is said, with what would be sent', async () => {
  const { page, opened } = await openTranslate('/console/translate?strictness=reject-dropped')
  await page.getByText('The policy refuses it.').waitFor()
  await page.getByText('Refused:').waitFor()
  await takePicture(page, 'translate-policy')
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('policy').selectOption('report')
  await page.getByText('The policy lets it pass.').waitFor()
  expect(page.url()).toContain('strictness=report')
  await page.getByLabel('rules of').selectOption('local')
  await page.getByText('The policy lets it pass.').waitFor()
  expect(page.url()).toBe(`${opened.url}/console/translate?direction=request&from=messages&to=chat&strictness=report&channel=local`)
  // The address says all but the document.
  await page.reload()
  await page.getByText('The policy lets it pass.').waitFor()
  expect(await page.getByLabel('rules of').inputValue()).toBe('local')
})

test('moving in one document shows what corresponds in the others, and F8 goes from mark to mark', async () => {
  const { page } = await openTranslate()
  await page.getByText('The policy lets it pass.').waitFor()
  const panes = page.locator('.pane')
  await panes.nth(0).getByText('"max_tokens"').click()
  expect(await panes.nth(2).locator('.partner').allInnerTexts()).toEqual([
    expect.stringContaining('"max_completion_tokens": 400') as string,
  ])
  await panes.nth(2).getByText('"tool_call_id"').click()
  await expect
    .poll(() => panes.nth(0).locator('.partner').allInnerTexts())
    .toContainEqual(expect.stringContaining('"tool_use_id": "toolu_1"') as string)
  await page.keyboard.press('F8')
  const first = await page.locator('tr.current').innerText()
  await page.keyboard.press('F8')
  const second = await page.locator('tr.current').innerText()
  expect(second).not.toBe(first)
  await page.keyboard.press('Shift+F8')
  expect(await page.locator('tr.current').innerText()).toBe(first)
})

test('both sides are turned around, a file is saved and opened again, and the example comes back', async () => {
  const { page, expectQuiet } = await openTranslate()
  await page.getByText('The policy lets it pass.').waitFor()
  await page.getByRole('button', { name: 'Turn both sides around' }).click()
  await page.getByRole('textbox', { name: 'client: Chat Completions (OpenAI), editable' }).getByText('max_completion_tokens').waitFor()
  await page.getByRole('textbox', { name: 'upstream: Messages (Anthropic)' }).getByText('max_tokens').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const path = await (await download).path()
  await page.getByRole('button', { name: 'Show the example' }).click()
  await page.getByText('frequency_penalty').first().waitFor()
  await page.getByRole('radio', { name: 'Stream' }).check()
  await page.getByText('the stream ends').waitFor()
  await page.getByLabel('File').setInputFiles(path)
  await page.getByRole('textbox', { name: 'client: Chat Completions (OpenAI), editable' }).getByText('max_completion_tokens').waitFor()
  expectQuiet()
})

test('a stream is two columns of events, and each break-off has its ending for the client', async () => {
  const { page, expectQuiet } = await openTranslate('/console/translate?direction=stream&from=messages&to=chat')
  await page.getByText('the stream ends').waitFor()
  const table = page.getByRole('table').first()
  expect(await table.getByText('→ content_block_delta ×4').count()).toBe(1)
  await table.getByText('→ content_block_delta ×4').click()
  await table.getByText('"text":" Lisbon."').first().waitFor()
  await page.getByRole('button', { name: 'Cut after step 6' }).click()
  await page.getByText('Broken off after step 6, the client gets:').waitFor()
  await page.getByLabel('Ending for the client').getByText('event: error').waitFor()
  await takePicture(page, 'translate-stream-cut')
  expect(await findBarriers(page)).toEqual([])
  expectQuiet()
})

test('while the formats are read there are bars; a failure can be tried again', async () => {
  const opened = await openConsole()
  const { page, context } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  let release: () => void = () => {}
  const held = new Promise<void>((done) => (release = done))
  let broken = true
  await context.route('**/admin/api/formats', async (route) => {
    await held
    await (broken ? route.continue({ url: `${opened.url}/admin/api/audit?wrong=1` }) : route.continue())
  })
  await page.getByRole('link', { name: 'Translate' }).click()
  await page.locator('[aria-busy=true]').waitFor()
  release()
  await page.getByText('The list of formats could not be read.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The policy lets it pass.').waitFor()

  // A gateway that is gone leaves the translation, and says why the next one is not there.
  await opened.stop()
  await page.getByRole('radio', { name: 'Answer' }).check()
  await page.getByText('The gateway does not answer.').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('texts of others are text in the panes, too: scripts, directions, control signs, a megabyte', async () => {
  const { page, expectQuiet } = await openTranslate()
  await page.getByText('The policy lets it pass.').waitFor()
  const document = (content: string): string =>
    JSON.stringify({ model: hostile.script, max_tokens: 5, top_k: 1, messages: [{ role: 'user', content }] }, undefined, 2)
  for (const [content, shown] of [
    [hostile.script + hostile.link, '<script>alert(1)</script>'],
    [hostile.direction, 'abc⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+200F⟩'],
    [hostile.control, 'a\\u0000b\\u0007c\\u001b[31md⟨U+007F⟩⟨U+0085⟩'],
  ] as const) {
    await openFile(page, document(content))
    for (const pane of [0, 1, 2]) await page.locator('.pane').nth(pane).locator('.cm-content').getByText(shown).first().waitFor()
    expect(await page.locator('main :is(script, img:not(.cm-widgetBuffer), iframe, object, embed, a[href^="javascript"])').count()).toBe(0)
  }
  await takePicture(page, 'translate-hostile')
  await openFile(page, document(hostile.long))
  await page.locator('.pane').nth(2).locator('.cm-content').getByText('xxxx').first().waitFor({ timeout: 60_000 })
  // A pane draws what is seen of a line, and no more.
  const drawn = await page
    .locator('.pane')
    .nth(2)
    .locator('.cm-content')
    .evaluate((content) => content.textContent?.length ?? 0)
  expect(drawn).toBeLessThan(200_000)
  await openFile(page, document('short again'))
  await page.locator('.pane').nth(2).getByText('short again').waitFor()
  // A stream need not be JSON, and nothing breaks.
  await page.getByRole('radio', { name: 'Stream' }).check()
  await openFile(page, `event: ${hostile.script}\ndata: ${hostile.direction}${hostile.control}\n\ndata: ${hostile.long}\n\n`)
  await page
    .getByText(/It is not translated|the stream ends/)
    .first()
    .waitFor()
  await openFile(page, 'x'.repeat(2 * 1024 * 1024 + 1))
  await page.getByText('The file is larger than 2 MiB').waitFor()
  expectQuiet()
})

test('a document is translated, and its losses visited, by keys alone', async () => {
  const { page, expectQuiet } = await openTranslate('/console')
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByText('The policy lets it pass.').waitFor()
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const host = document.activeElement
      const element = host?.shadowRoot?.activeElement ?? host
      return element?.getAttribute('aria-label') ?? element?.closest('label')?.textContent?.trim() ?? element?.textContent?.trim() ?? ''
    })
  const stops: string[] = []
  for (let count = 0; count < 60 && !stops.at(-1)?.includes('/top_k'); count++) {
    await page.keyboard.press('Tab')
    stops.push(await focused())
  }
  // Tab leaves each editor: none is a trap.
  for (const stop of [
    'Request',
    'Turn both sides around',
    'client: Messages (Anthropic), editable',
    'canonical',
    'upstream: Chat Completions (OpenAI)',
    '/top_k, line',
  ])
    expect(stops.some((seen) => seen.includes(stop))).toBe(true)
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('client: Messages (Anthropic), editable')
  // The cursor is on the line of the loss: what is written goes there.
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await page.getByText('The policy lets it pass.').waitFor()
  const line = page.locator('.pane').first().locator('.cm-activeLine, .partner').first()
  expect(await line.innerText()).toContain('"top_k": 5, ')
  expectQuiet()
})

test('the answer of the API is what the panes show', async () => {
  const { page } = await openTranslate()
  const answered = await page.waitForResponse((response) => response.url().endsWith('/translate'))
  const { target }: TranslatedDocument = await answered.json()
  const shown = page.getByRole('textbox', { name: 'upstream: Chat Completions (OpenAI)' })
  await shown
    .getByText(String((target as { readonly model: string }).model))
    .first()
    .waitFor()
})
