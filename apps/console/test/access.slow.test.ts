import { issueKey } from '@interlingua/access'
import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

const hour = 3_600_000

test('a link signs in once, and leaves the address before anything else', async () => {
  const opened = await openConsole()
  const link = await opened.link()
  const { page, context, expectQuiet } = await openWindow(opened.url)
  await page.goto(link)
  await page.getByText('Working.').waitFor()
  expect(page.url()).toBe(`${opened.url}/console/`)
  expect(await page.evaluate(() => history.length)).toBe(2)
  const [cookie] = await context.cookies(`${opened.url}/admin/api/me`)
  expect(cookie).toMatchObject({ name: 'interlingua_console', httpOnly: true, sameSite: 'Strict', path: '/admin/api' })
  // The page's half is in its storage, and the other is not to be seen by it.
  expect(await page.evaluate(() => [document.cookie, ...Object.keys(localStorage)])).toEqual(['', 'interlingua-console-token'])

  const second = await openWindow(opened.url)
  await second.page.goto(link)
  await second.page.getByText('is not valid').waitFor()
  expect(second.page.url()).toBe(`${opened.url}/console/`)
  expectQuiet()
  second.expectQuiet()
})

test('a link that is opened in an open tab signs in as well', async () => {
  const opened = await openConsole()
  const { page } = await openWindow(opened.url)
  await page.goto(`${opened.url}/console/`)
  await page.getByLabel('Sign in with an administrator’s key').waitFor()
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  expect(page.url()).toBe(`${opened.url}/console/`)
})

test.each(['light', 'dark'])('the form takes a key, says why it does not, and has no barriers in %s', async (theme) => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url, { dark: theme === 'dark' })
  await page.goto(`${opened.url}/console/requests`)
  const field = page.getByLabel('Sign in with an administrator’s key')
  await field.fill('il-wrong')
  await page.keyboard.press('Enter')
  await page.getByText('That did not work.').waitFor()
  await takePicture(page, `sign-in-wrong-${theme}`)
  expect(await findBarriers(page)).toEqual([])
  await field.fill(opened.admin)
  await page.keyboard.press('Enter')
  // The page that was asked for is there after the sign-in.
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(opened.admin)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await field.waitFor()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.reload()
  await field.waitFor()
  expectQuiet()
})

test('a plain key sees its own requests, and no more', async () => {
  const opened = await openConsole()
  await opened.send()
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(`${opened.url}/console/`)
  await page.getByLabel('Sign in with an administrator’s key').fill(opened.plain)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set up an agent' }).waitFor()
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Set up an agent',
    'Translate',
    'Requests',
    'Usage',
  ])
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('1 request shown').waitFor()
  await page.goto(`${opened.url}/console/settings`)
  await page.getByText('This sign-in does not see this page.').waitFor()
  expectQuiet()
})

test('a viewer sees the numbers and may change nothing, and the page says so', async () => {
  const opened = await openConsole()
  const viewer = issueKey({ name: 'eyes', admin: false, viewer: true }, Date.now())
  await opened.store.keys.insert(viewer.key)
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(`${opened.url}/console/keys`)
  await page.getByLabel('Sign in with an administrator’s key').fill(viewer.secret)
  await page.keyboard.press('Enter')
  await page.getByText('3 of 3 keys shown').waitFor()
  const button = page.getByRole('button', { name: 'New key' })
  expect([await button.isDisabled(), await button.getAttribute('title')]).toEqual([
    true,
    'This sign-in may look but not change; an operator may.',
  ])
  await takePicture(page, 'keys-viewer')
  expect(await findBarriers(page)).toEqual([])
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Home',
    'Set up an agent',
    'Translate',
    'Requests',
    'Usage',
    'Keys',
    'Channels',
    'Notices',
    'Settings',
  ])
  await page.goto(`${opened.url}/console/settings?tab=sign-ins`)
  await page.getByText('login').waitFor()
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Audit', 'Prices', 'Recording', 'About'])
  // The gateway refuses the change as well.
  const status = await page.evaluate(async () => {
    const token = localStorage.getItem('interlingua-console-token') ?? ''
    const sent = { method: 'POST', body: '{"name":"more"}', headers: { 'x-interlingua-console': token } }
    return (await fetch('/admin/api/keys', sent)).status
  })
  expect(status).toBe(403)
  expectQuiet()
})

test('a sign-in ends after 12 hours without use, and with its key; the page says why', async () => {
  let ahead = 0
  const opened = await openConsole({ now: () => Date.now() + ahead })
  const { page } = await openWindow(opened.url)
  await page.goto(`${opened.url}/console/requests`)
  const field = page.getByLabel('Sign in with an administrator’s key')
  await field.fill(opened.admin)
  await page.keyboard.press('Enter')
  await page.getByText('There are no requests').waitFor()
  ahead = 13 * hour
  await page.getByRole('combobox').selectOption('1h')
  await page.getByText('Your sign-in has ended.').waitFor()
  await takePicture(page, 'sign-in-ended')

  await field.fill(opened.admin)
  await page.keyboard.press('Enter')
  await page.getByText('There are no requests').waitFor()
  const key = await opened.store.keys.find('ops')
  await opened.store.keys.revoke(key?.id ?? '', Date.now())
  await page.getByRole('combobox').selectOption('all')
  await page.getByText('The key of this sign-in is no longer valid.').waitFor()
})

test('signing out in one tab signs the others out', async () => {
  const opened = await openConsole()
  const { page, context } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  const other = await context.newPage()
  await other.goto(`${opened.url}/console/`)
  await other.getByText('Working.').waitFor()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You signed out in another tab.').waitFor()
})

test('a browser that keeps nothing is told so', async () => {
  const opened = await openConsole()
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('The storage is off.', 'SecurityError')
      },
    })
  })
  await page.goto(await opened.link())
  await page.getByText('This browser keeps nothing for this page.').waitFor()
  expect(page.url()).toBe(`${opened.url}/console/`)
  await takePicture(page, 'no-storage')
  expect(await findBarriers(page)).toEqual([])
  expectQuiet()
})

test('a token without its cookie, and a cookie without its token, are no sign-in', async () => {
  const opened = await openConsole()
  const { page, context } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await context.clearCookies()
  await page.reload()
  await page.getByText('Your sign-in has ended.').waitFor()

  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByLabel('Sign in with an administrator’s key').waitFor()
})
