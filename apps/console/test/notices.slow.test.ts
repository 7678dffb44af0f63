import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'
import { recordOf } from './support/seed.ts'

const claude = { 'user-agent': 'claude-cli/2.1.330 (external, cli)' }

test('notices: none yet, then what a request really lost, what it means, and its requests', async () => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('live ●').waitFor()
  await page.getByRole('link', { name: 'Notices' }).click()
  await page.getByText('There were no requests in this time.').waitFor()
  await takePicture(page, 'notices-empty')
  expect(await findBarriers(page)).toEqual([])

  // `top_k` has no place in Chat Completions.
  await opened.send('demo-chat', 'Hello', claude)
  const row = page.getByRole('row', { name: /^chat\/top-k dropped 1 100/ })
  await row.waitFor({ timeout: 20_000 })
  await row.getByText('claude-code 2.1.330, messages → local').waitFor()
  await row.getByText('the target has no top-k').waitFor()
  await row.getByRole('link').click()
  await page.getByText('interlingua-policy: reject-dropped').waitFor()
  await page.getByText('policy: { overrides: { chat/top-k: reject } }').waitFor()
  await page.getByText('policy: { overrides: { chat/top-k: allow } }').waitFor()
  await page.getByText('1 of 1 request, 100').waitFor()
  await page.getByRole('row', { name: /claude-code 2.1.330 laptop/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?code=chat%2Ftop-k')
  await page.getByRole('link', { name: 'All requests with it' }).click()
  await page.getByText('1 request shown').waitFor()
  expectQuiet()
})

test('notices: harmless ones are folded away; clients by channels show where most is lost', async () => {
  const opened = await openConsole()
  await opened.store.usage.add([
    recordOf('req_1', { notices: ['chat/cache-mark'] }),
    recordOf('req_2', { notices: ['chat/cache-mark'] }),
    recordOf('req_3', { client: 'codex 0.169.0', channel: 'local', notices: ['chat/top-k', 'chat/cache-mark'] }),
    recordOf('req_4', { client: 'codex 0.170.0', channel: 'local' }),
  ])
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.goto(`${opened.url}/console/notices`)
  await page.getByText('and 1 harmless kind').waitFor()
  expect(await page.getByText('chat/cache-mark').isVisible()).toBe(false)
  await page.getByText('and 1 harmless kind').click()
  await page.getByRole('row', { name: /^chat\/cache-mark dropped 3 75/ }).waitFor()
  await page.getByLabel('Filter requests').fill('client:claude-code')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing was lost in 2 requests.').waitFor()
  await page.getByLabel('Filter requests').fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: /^by/ }).selectOption('way')
  // Versions of a program are one row.
  await page.getByRole('row', { name: /^codex .*50/ }).waitFor()
  await page.getByRole('row', { name: /^claude-code .*nothing/ }).waitFor()
  await page.getByRole('link', { name: /^50/ }).click()
  await page.getByText('2 requests shown').waitFor()
  expectQuiet()
})

test('notices: bars while they are read, a failure with another try', async () => {
  const opened = await openConsole()
  await opened.send()
  const { page, context } = await openWindow(opened.url)
  let release: () => void = () => {}
  const held = new Promise<void>((done) => (release = done))
  let broken = true
  await context.route('**/admin/api/notices?*', async (route) => {
    await held
    await route.continue(broken ? { url: `${route.request().url()}&wrong=1` } : {})
  })
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.getByRole('link', { name: 'Notices' }).click()
  await page.locator('[aria-busy=true]').getByText('Reading the list of notices …').waitFor()
  expect(await findBarriers(page)).toEqual([])
  release()
  await page.getByText('The list of notices could not be read.').waitFor()
  await takePicture(page, 'notices-error')
  expect(await findBarriers(page)).toEqual([])
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('chat/top-k').waitFor()
})
