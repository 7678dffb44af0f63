import { expect, test } from 'vitest'
import { openWindow } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

test('channels, the models that they list, and where a request would go', async () => {
  const opened = await openConsole({
    prices: [{ model: 'demo-chat', channel: 'local', input: 3, output: 0 }],
    channels: ['local', 'second', { name: 'broken', model: 'broken-model', baseUrl: 'http://127.0.0.1:9' }],
  })
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  const broken = page.getByRole('row', { name: /^broken/ })
  await broken.getByText('healthy').waitFor()
  await opened.send()
  for (let count = 0; count < 4; count++) await opened.send('broken-model')
  // The list follows by itself.
  await broken.getByText(/left alone for \d+ s more: too many failures/).waitFor({ timeout: 15_000 })
  await broken.getByText('100').waitFor()
  await page.getByRole('row', { name: /^(?:local|second) chat .* whole \d+ ms\/\d+ ms/ }).waitFor()

  await page.goto(`${opened.url}/console/`)
  await page.getByRole('row', { name: /^broken .*too many failures .*reach/ }).waitFor()
  await page.goto(`${opened.url}/console/channels`)
  await page.getByRole('tab', { name: 'Models' }).click()
  await page.getByText('2 of 2 models shown').waitFor()
  await page
    .getByRole('row', { name: 'demo-chat 1 local priority 0, chat $3.00 in, $0.00 out configuration not known not known' })
    .waitFor()
  await page.getByRole('row', { name: '2 second priority 0, chat not known not known not known' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('second')
  await page.getByText('1 of 2 models shown').waitFor()
  await page.getByRole('link', { name: 'demo-chat' }).click()
  await page.getByRole('row', { name: /1 local demo-chat/ }).waitFor()
  await page.getByRole('row', { name: /2 second demo-chat/ }).waitFor()
  await expect.poll(() => page.url()).toContain('tab=resolve&model=demo-chat')
  await page.getByLabel('Model, as a client names it').fill("it's none")
  await page.keyboard.press('Enter')
  await page.getByText('No channel serves it.').waitFor()
  await page.getByText(`interlingua resolve 'it'\\''s none'`).waitFor()
  expectQuiet()
})

test('a channel tells what is wrong with it, is tried again, paused and tested', async () => {
  const opened = await openConsole({
    channels: ['local', { name: 'broken', model: 'broken-model', baseUrl: 'http://127.0.0.1:9' }],
  })
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  for (let count = 0; count < 4; count++) await opened.send('broken-model')
  await page.goto(`${opened.url}/console/channels`)
  const broken = page.getByRole('row', { name: /^broken/ })
  await page.getByRole('button', { name: 'Details of broken' }).click()
  await expect.poll(() => page.url()).toContain('open=broken')
  await page.reload()
  await page.getByText(/Last failure .*:\s+The upstream could not be reached \(ECONNREFUSED\)\. Left alone until/).waitFor()
  await page.getByText(/^from environment · key from configuration \(set\) · dialect of the format · .*strictness report/).waitFor()
  await page.getByRole('button', { name: 'Try now' }).click()
  await broken.getByText('being tried again').waitFor()
  await page.getByText(/^curl -X POST .*\/admin\/api\/channels\/broken\/retry$/).waitFor()
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText(/^The upstream could not be reached \(ECONNREFUSED\)\. · .*\d+ ms$/).waitFor()

  await page.getByRole('button', { name: 'Details of local' }).click()
  await page.getByText('No failure since the start.').waitFor()
  await page.getByLabel('for').selectOption('1 h')
  await page.getByRole('button', { name: 'Pause' }).click()
  const local = page.getByRole('row', { name: /^local/ })
  await local.getByText(/paused for (?:59 min|1 h 0 min) more/).waitFor()
  await page.getByText(/\/channels\/local\/pause -H .*\{"seconds":3600\}/).waitFor()
  expect((await opened.send()).status).toBe(503)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('row', { name: /^local chat .*paused for/ }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'End the pause' }).click()
  await local.getByText('healthy').waitFor()
  expect((await opened.send()).status).toBe(200)
  expectQuiet()
})
