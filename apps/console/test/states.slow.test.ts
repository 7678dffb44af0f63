import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

test('while an answer is on its way there are bars, which appear after a moment', async () => {
  const opened = await openConsole()
  const { page, context, expectQuiet } = await openWindow(opened.url)
  let release: () => void = () => {}
  const held = new Promise<void>((done) => (release = done))
  await context.route('**/admin/api/overview', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(await opened.link())
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const bars = page.locator('[aria-busy=true]')
  expect(await bars.count()).toBe(1)
  await page.waitForFunction(() => getComputedStyle(document.querySelector('.loading-bar') ?? document.body).opacity === '1')
  const delay = await page
    .locator('.loading-bar')
    .first()
    .evaluate((bar) => getComputedStyle(bar).animationDelay)
  expect(delay).toBe('0.15s')
  await takePicture(page, 'state-loading')
  expect(await findBarriers(page)).toEqual([])
  release()
  await page.getByText('Working.').waitFor()
  expect(await bars.count()).toBe(0)
  expectQuiet()
})

test('a failure says what failed, the status and the id by which the log is searched; another try mends it', async () => {
  const opened = await openConsole()
  const { page, context } = await openWindow(opened.url)
  let broken = false
  // The gateway itself refuses the call, since it names a parameter that there is not.
  await context.route('**/admin/api/logins', (route) =>
    broken ? route.continue({ url: `${opened.url}/admin/api/audit?wrong=1` }) : route.continue(),
  )
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  broken = true
  await page.getByRole('link', { name: 'Settings' }).click()
  const note = page.getByRole('alert')
  await note.getByText('The list of sign-ins could not be read.').waitFor()
  expect(await note.textContent()).toMatch(/there is no such parameter.*Status 400.*at wrong.*request req_/s)
  await takePicture(page, 'state-error')
  expect(await findBarriers(page)).toEqual([])
  broken = false
  await note.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('(this one)').waitFor()

  // The earlier answer stays, with its time.
  broken = true
  await page.getByRole('tab', { name: 'Audit' }).click()
  await page.getByText('login', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Sign-ins' }).click()
  await page.getByText('could not be read anew').waitFor()
  expect(await page.locator('.stale').getByText('(this one)').isVisible()).toBe(true)
  await page.getByText(/^As of \d\d:\d\d:\d\d:$/).waitFor()
  await takePicture(page, 'state-stale')
  expect(await findBarriers(page)).toEqual([])
})

test('a store that is gone leaves what was shown, and says so', async () => {
  const opened = await openConsole()
  const { page } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await opened.store.close()
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByText('The store cannot be reached.').waitFor()
  await takePicture(page, 'state-store-gone')
  expect(await findBarriers(page)).toEqual([])
})

test('a gateway that is gone: a bar with the time, a page that stays, and nothing to change; then it is back', async () => {
  const opened = await openConsole()
  const { page } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByText('2 of 2 keys shown').waitFor()
  await page.getByText('live ●').waitFor()
  await opened.stop()
  await page.getByText(/No connection since \d\d:\d\d:\d\d\./).waitFor()
  await page.getByText(/Trying again/).waitFor()
  await page.getByText('no connection', { exact: true }).waitFor()
  const button = page.getByRole('button', { name: 'New key' })
  expect([await button.isDisabled(), await button.getAttribute('title')]).toEqual([true, 'The gateway does not answer.'])
  expect(await page.getByText('2 of 2 keys shown').isVisible()).toBe(true)
  await takePicture(page, 'state-gone')
  expect(await findBarriers(page)).toEqual([])
  await opened.start()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('live ●').waitFor()
  expect(await page.getByText('No connection').count()).toBe(0)
  expect(await button.isEnabled()).toBe(true)
})

test('a gateway that does not answer at the first call can be tried again', async () => {
  const opened = await openConsole()
  const { page, context } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  let cut = true
  await context.route('**/admin/api/**', (route) => (cut ? route.abort() : route.continue()))
  await page.reload()
  await page.getByText('The sign-in could not be checked.').waitFor()
  await takePicture(page, 'state-no-start')
  expect(await findBarriers(page)).toEqual([])
  cut = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Working.').waitFor()
})

test('a channel that fails is left alone, and Home counts down', async () => {
  const opened = await openConsole({ channels: ['local', { name: 'broken', model: 'broken-model', baseUrl: 'http://127.0.0.1:9' }] })
  const { page } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  for (let count = 0; count < 4; count++) await opened.send('broken-model')
  await page.getByText('Working, but 1 of 2 channels is left alone after failures').waitFor({ timeout: 15_000 })
  await page.getByText(/left alone for \d+ s more: too many failures/).waitFor()
  await page.getByRole('link', { name: '1 channel is not healthy' }).waitFor()
  await takePicture(page, 'state-channel-open')
  expect(await findBarriers(page)).toEqual([])
})
