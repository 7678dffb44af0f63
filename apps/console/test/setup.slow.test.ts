import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture, type WindowSettings } from './support/browser.ts'
import { type ConsoleSettings, type OpenedConsole, openConsole } from './support/open-console.ts'
import { hostile } from './support/seed.ts'

async function openSetup(settings: ConsoleSettings = {}, path = '/console/setup', window: WindowSettings = {}) {
  const opened = await openConsole(settings)
  const watched = await openWindow(opened.url, window)
  await watched.page.goto(await opened.link())
  await watched.page.getByRole('heading', { name: 'First steps' }).waitFor()
  await watched.page.goto(opened.url + path)
  return { opened, ...watched }
}

async function makeKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make the key' }).click()
  return (await page.locator('.secret').textContent()) ?? ''
}

/** Sends a request as an agent does whose settings are those that the page shows. */
async function askAsShown({ send }: OpenedConsole, page: Page, model?: string, text = 'Hello'): Promise<number> {
  const shown = (await page.getByLabel('~/.claude/settings.json').textContent()) ?? ''
  const { env }: { readonly env: Readonly<Record<string, string>> } = JSON.parse(shown)
  const { status } = await send(model ?? env['ANTHROPIC_MODEL'], text, {
    'x-api-key': env['ANTHROPIC_AUTH_TOKEN'] ?? '',
    'user-agent': 'claude-cli/2.1.330 (external, cli)',
  })
  return status
}

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('an agent is set up, and the light turns green by its first request: %s at %i pixels', async (theme, width) => {
  const { opened, page, expectQuiet } = await openSetup({}, '/console/setup', { width, dark: theme === 'dark' })
  await page.getByRole('radio', { name: 'Claude Code' }).waitFor()
  await takePicture(page, `setup-start-${theme}-${width}`)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: 'Claude Code' }).check()
  await page.getByText('Choose or make a key above').waitFor()
  await page.getByText('local · demo-chat').waitFor()
  expect(await page.getByLabel('~/.claude/settings.json').textContent()).toContain('$INTERLINGUA_API_KEY')

  const secret = await makeKey(page)
  await page.getByText('Waiting for the first request of this key').waitFor()
  expect(await page.getByLabel('~/.claude/settings.json').textContent()).toContain(secret)
  await page.getByText('live ●').waitFor()
  await takePicture(page, `setup-waiting-${theme}-${width}`)
  expect(await findBarriers(page)).toEqual([])

  expect(await askAsShown(opened, page)).toBe(200)
  await page.getByText('Claude Code works through this gateway.').waitFor()
  await page.getByText('1 kind of loss').waitFor()
  await takePicture(page, `setup-green-${theme}-${width}`)
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  // The record is written a moment after the answer.
  await expect.poll(async () => (await opened.store.usage.list({}, { limit: 10 })).length).toBe(1)
  await page.getByRole('link', { name: 'What is lost, and where' }).click()
  await page.getByText('/top_k', { exact: true }).waitFor()
  expect(page.url()).toContain('/console/requests/')
  // The secret was in that page alone.
  expect(await page.content()).not.toContain(secret)
  expectQuiet()
})

test('the first stage that fails is red, with what to do, and a later request that goes well turns the light green', async () => {
  const broken = { name: 'broken', model: 'broken-model', baseUrl: 'http://127.0.0.1:9' }
  const { opened, page } = await openSetup({ channels: ['local', broken] }, '/console/setup?for=claude-code')
  await makeKey(page)
  await page.getByText('live ●').waitFor()
  await page.getByText('Waiting for the first request of this key').waitFor()

  // A key of another gateway: nothing says whose it was.
  expect((await opened.send('demo-chat', 'Hello', { 'x-api-key': 'il-wrong' })).status).toBe(401)
  await page.getByText('its key is not one of this gateway').waitFor()
  await takePicture(page, 'setup-refused')
  expect(await findBarriers(page)).toEqual([])

  expect(await askAsShown(opened, page, 'no-such-model')).toBe(404)
  await page.getByText('There is no such model or object.').waitFor()
  expect(await page.locator('.stages .bad').innerText()).toContain('A channel serves its model')

  expect(await askAsShown(opened, page, 'broken-model')).toBeGreaterThanOrEqual(500)
  await expect.poll(() => page.locator('.stages .bad').innerText()).toContain('It is answered')
  await takePicture(page, 'setup-failed')
  expect(await findBarriers(page)).toEqual([])

  expect(await askAsShown(opened, page)).toBe(200)
  await page.getByText('Claude Code works through this gateway.').waitFor()
})

test('a request that runs is seen before its end', async () => {
  const { opened, page } = await openSetup({}, '/console/setup?for=claude-code')
  await makeKey(page)
  await page.getByText('live ●').waitFor()
  await page.getByText('Waiting for the first request of this key').waitFor()
  const sent = askAsShown(opened, page, undefined, 'Hello [demo:stall 3s first]')
  await page.getByText('A request is being answered').waitFor()
  expect(await page.locator('.stages .ok').count()).toBe(3)
  await sent
  await page.getByText('Claude Code works through this gateway.').waitFor()
})

test('an earlier key may be chosen, whose earlier requests do not count', async () => {
  const { opened, page } = await openSetup({}, '/console/setup?for=claude-code')
  await opened.send()
  await expect.poll(async () => (await opened.store.usage.list({}, { limit: 10 })).length).toBe(1)
  await page.getByLabel('or an earlier one').selectOption({ index: 1 })
  await page.getByText('Put the secret of').waitFor()
  const looked = page.waitForResponse((response) => response.url().includes('/admin/api/requests?'))
  await looked
  await page.getByText('Waiting for the first request of this key').waitFor()
  // The list says which of the two keys it is.
  const chosen = await page.getByLabel('or an earlier one').locator('option:checked').innerText()
  await opened.send('demo-chat', 'Hello', { 'x-api-key': chosen.startsWith('laptop') ? opened.plain : opened.admin })
  await page.getByText('Claude Code works through this gateway.').waitFor()
})

test('a plain key sees its own recipe, and its first request by looking, since it hears no events', async () => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(`${opened.url}/console/`)
  await page.getByLabel('Sign in').fill(opened.plain)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Set up an agent' }).waitFor()
  await page.getByRole('radio', { name: 'Codex' }).check()
  await page.getByText('The key by which you signed in').waitFor()
  await page.getByText('Waiting for the first request of this key').waitFor()
  await page.waitForResponse((response) => response.url().includes('/admin/api/requests?'))
  await opened.send()
  await page.getByText('Codex works through this gateway.').waitFor()
  expect(await page.content()).not.toContain(opened.plain)
  expectQuiet()
})

test('after three minutes without a request the page says what to look at', async () => {
  const opened = await openConsole()
  const { page } = await openWindow(opened.url)
  await page.clock.install()
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.goto(`${opened.url}/console/setup?for=claude-code`)
  const secret = await makeKey(page)
  await page.getByText('Waiting for the first request of this key').waitFor()
  expect(await page.getByText('Is the key accepted?').isVisible()).toBe(false)
  await page.clock.runFor(185_000)
  await page.getByText('Is the key accepted?').waitFor()
  const command = await page.locator('.command code', { hasText: '/v1/models' }).innerText()
  expect(command).toBe(`curl -H "authorization: Bearer ${secret}" ${opened.url}/v1/models`)
  await takePicture(page, 'setup-nothing-comes')
  expect(await findBarriers(page)).toEqual([])
})

test('a key that was made stays chosen while the gateway is away and comes back', async () => {
  const { opened, page } = await openSetup({}, '/console/setup?for=claude-code')
  const secret = await makeKey(page)
  await page.getByText('Waiting for the first request of this key').waitFor()
  const settings = page.getByLabel('~/.claude/settings.json')
  await opened.stop()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('The recipe could not be read anew.').waitFor()
  expect(await settings.textContent()).toContain(secret)
  expect(await findBarriers(page)).toEqual([])
  await opened.start()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('The recipe could not be read anew.').waitFor({ state: 'detached' })
  expect(await settings.textContent()).toContain(secret)
  expect(await askAsShown(opened, page)).toBe(200)
})

test('a key is made though the rate of calls refuses it at first', async () => {
  const { opened, page, context } = await openSetup({}, '/console/setup?for=claude-code')
  await page.getByText('Choose or make a key above').waitFor()
  let refused = 0
  await context.route('**/admin/api/keys', async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.continue()
    refused++
    // The gateway's own refusal, which many calls of this person bring.
    const headers = { 'x-interlingua-console': route.request().headers()['x-interlingua-console'] ?? '' }
    const { text, seconds } = await page.evaluate(async (given) => {
      for (;;) {
        const all = await Promise.all(Array.from({ length: 60 }, async () => fetch('/admin/api/me', { headers: given })))
        const refusal = all.find(({ status }) => status === 429)
        if (refusal) return { text: await refusal.text(), seconds: refusal.headers.get('retry-after') ?? '' }
      }
    }, headers)
    return route.fulfill({ status: 429, body: text, headers: { 'content-type': 'application/json', 'retry-after': seconds } })
  })
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/admin/api/keys')) answers.push(response.status())
  })
  expect(await makeKey(page)).toMatch(/^il-/)
  expect(answers).toEqual([429, 200])
  expect((await opened.store.keys.list()).length).toBe(3)
})

test('states without a recipe: none is known, no model is served, a program that is not in the list, a failure', async () => {
  const library = await openSetup({ withRecipes: false })
  await library.page.getByText('This gateway knows no agents').waitFor()
  expect(await findBarriers(library.page)).toEqual([])

  const { page } = await openSetup({ channels: [] }, '/console/setup?for=claude-code')
  await page.getByText('No model is served').waitFor()
  await takePicture(page, 'setup-no-model')
  expect(await findBarriers(page)).toEqual([])

  const other = await openSetup({}, '/console/setup?for=emacs')
  await other.page.getByText('The address names a program that is not in this list.').waitFor()
  let release: () => void = () => {}
  const held = new Promise<void>((done) => (release = done))
  let broken = true
  await other.context.route('**/admin/api/recipes/codex', async (route) => {
    await held
    await (broken ? route.continue({ url: `${other.opened.url}/admin/api/recipes/codex?wrong=1` }) : route.continue())
  })
  await other.page.getByRole('radio', { name: 'Codex' }).check()
  await other.page.locator('[aria-busy=true]').waitFor()
  release()
  await other.page.getByText('The recipe could not be read.').waitFor()
  expect(await findBarriers(other.page)).toEqual([])
  broken = false
  await other.page.getByRole('button', { name: 'Try again' }).click()
  await other.page.getByLabel('~/.codex/config.toml').waitFor()
})

test('a model in the address that is no id goes into no text that people run', async () => {
  const evil = `x'; curl evil.example #<script>`
  const { page, expectQuiet } = await openSetup({}, `/console/setup?for=javascript&model=${encodeURIComponent(evil)}`)
  await page.getByText("model: 'demo-chat'").waitFor()
  expect(await page.content()).not.toContain('evil.example')
  expectQuiet()
})

test('what a client says of itself is text here, too', async () => {
  const { opened, page, expectQuiet } = await openSetup({}, '/console/setup?for=claude-code')
  const secret = await makeKey(page)
  await page.getByText('live ●').waitFor()
  await page.getByText('Waiting for the first request of this key').waitFor()
  for (const [model, shown] of [
    [hostile.script, '<script>alert(1)</script><img src=x'],
    [`${hostile.direction}${hostile.control}`, 'abc⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+200F⟩a⟨U+0000⟩b⟨U+0007⟩c⟨U+001B⟩[31md'],
    [hostile.long.slice(0, 300_000), 'xxxx … ('],
  ] as const) {
    await opened.send(model, 'Hello', { 'x-api-key': secret, 'user-agent': '<img/src=x/onerror=alert(5)>/1.0' })
    await page.getByText(shown).first().waitFor()
    expect(await page.locator('main :is(script, img, iframe, svg[onload])').count()).toBe(0)
  }
  expectQuiet()
})

test('an agent is set up by keys alone', async () => {
  const { opened, page } = await openSetup()
  await page.getByRole('radio', { name: 'Claude Code' }).waitFor()
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('label')?.textContent?.trim() ?? element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
    })
  const tabTo = async (text: string): Promise<void> => {
    for (let count = 0; count < 60; count++) {
      await page.keyboard.press('Tab')
      if ((await focused()).startsWith(text)) return
    }
    throw new Error(`Tab never came to ${text}`)
  }
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await tabTo('Claude Code')
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('~/.codex/config.toml').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.getByLabel('~/.claude/settings.json').waitFor()
  await tabTo('a new key named')
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for the first request of this key').waitFor()
  await tabTo('Copy settings.json')
  await page.keyboard.press('Enter')
  await page.getByText('Copied').waitFor()
  await askAsShown(opened, page)
  await page.getByText('Claude Code works through this gateway.').waitFor()
  await expect.poll(async () => (await opened.store.usage.list({}, { limit: 10 })).length).toBe(1)
  await tabTo('Open the request')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Request req_' }).waitFor()
})
