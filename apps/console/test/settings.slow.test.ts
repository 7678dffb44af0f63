import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'
import { openConsole } from './support/open-console.ts'

test('settings: a diagnosis as a file, and lines for models without a price', async () => {
  const opened = await openConsole({ prices: [{ model: 'other', input: 1, output: 1 }] })
  const { page, expectQuiet } = await openWindow(opened.url)
  await page.goto(await opened.link())
  await page.getByText('Working.').waitFor()
  await page.goto(`${opened.url}/console/settings?tab=about`)
  const button = page.getByRole('button', { name: 'Download a diagnosis' })
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toBe('interlingua-diagnosis.json')
  const report: unknown = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(report).toMatchObject({ version: '0.1.0', findings: expect.arrayContaining([expect.objectContaining({ topic: 'version' })]) })

  await page.getByRole('tab', { name: 'Prices' }).click()
  const lines = page.getByLabel('Lines for the configuration file')
  await lines.waitFor()
  const entry = '    - { model: "demo-chat", channel: "local", input: FILL_IN, output: FILL_IN }'
  expect(await lines.textContent()).toBe(`prices:\n  models:\n${entry}`)
  await page.getByRole('button', { name: 'Copy the lines' }).click()
  await takePicture(page, 'settings-price-lines')
  expect(await findBarriers(page)).toEqual([])
  expectQuiet()
})
