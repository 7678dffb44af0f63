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
