import { issueKey } from '@interlingua/access'
import { createLoginLink } from '@interlingua/console'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { openStore } from '@interlingua/store'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { parseConfig } from '../../gateway/src/config/read-config.ts'
import { bundle, type RunningWorkers, startWorkers } from '../../gateway/test/workers/start-workers.ts'
import { hostile, recordOf } from './support/seed.ts'
import { findBarriers, openWindow, takePicture, type Watched } from './support/browser.ts'

vi.setConfig({ testTimeout: 180_000 })

interface Opened extends RunningWorkers {
  readonly text: () => string
  readonly dataDir: string
  /** Opens a window that is signed in. */
  readonly open: (settings?: Parameters<typeof openWindow>[1]) => Promise<Watched>
}

const secret = 'sk-secret-of-the-file'

/** Starts the gateway as it is shipped, with a file of these lines beside its channel. */
async function start(more: string): Promise<Opened> {
  const provider = await startScriptedProvider()
  atEnd(() => provider.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'interlingua-config-page-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const text = `# Gateway of the team
channels:
  - name: local   # at home
    format: chat
    baseUrl: ${provider.url}
    apiKey: ${secret}
    models: [demo-chat, demo-two]
${more}
`
  const running = await startWorkers(await bundle(), text, { dataDir })
  return {
    ...running,
    dataDir,
    text: () => readFileSync(running.file, 'utf8'),
    async open(settings) {
      const watched = await openWindow(running.url, settings)
      const store = await openStore({ dataDir })
      await watched.page.goto(`${running.url}/console/#login=${await createLoginLink(store.documents, Date.now())}`)
      await store.close()
      await watched.page.getByText('Working.').waitFor()
      return watched
    },
  }
}

async function look(page: Page, name: string): Promise<void> {
  await takePicture(page, name)
  expect(await findBarriers(page)).toEqual([])
  expect(await page.content()).not.toContain(secret)
  // Nothing on a page may be wider than the window.
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

const writes = 'console: { write: true }'

test.each([
  { workers: 1, width: 1280, dark: false },
  { workers: 2, width: 390, dark: true },
])('$workers processes: prices are typed, shown as a change of the file, written, and in force', async ({ workers, width, dark }) => {
  const { open, url, text, file } = await start(
    `workers: ${workers}\n${writes}\nprices:\n  models:\n    - { model: other, input: 1, output: 2 } # agreed`,
  )
  const before = text()
  const { page, expectQuiet } = await open({ width, dark })
  const kind = `${width}${dark ? '-dark' : ''}`
  await page.goto(`${url}/console/settings?tab=prices`)
  await page.getByRole('button', { name: 'Add prices to the file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Show the change' }).click()
  await dialog.getByText('Fill in the prices of a model.').waitFor()
  await dialog.getByLabel('input of demo-chat at local').fill('0.5')
  await dialog.getByLabel('output of demo-chat at local').fill('many')
  await dialog.getByRole('button', { name: 'Show the change' }).click()
  await dialog.getByText('demo-chat: both prices are numbers').waitFor()
  await look(page, `config-prices-${kind}`)
  await dialog.getByLabel('output of demo-chat at local').fill('1.25')
  await dialog.getByRole('button', { name: 'Show the change' }).click()
  const change = dialog.getByLabel('Change of the file')
  const line = '    - { model: demo-chat, channel: local, input: 0.5, output: 1.25 }'
  expect(await change.textContent()).toContain(`+ ${line}`)
  await dialog.getByText('As a command').click()
  await dialog.getByText('interlingua prices add demo-chat --channel=local --input=0.5 --output=1.25 --write').waitFor()
  await look(page, `config-change-${kind}`)
  expect(text()).toBe(before)

  // Another hand changes the file: nothing is written over it.
  writeFileSync(file, `${before}# of another hand\n`)
  await dialog.getByRole('button', { name: 'Write the file' }).click()
  await dialog.getByText('The file has changed since the preview').waitFor()
  await look(page, `config-changed-${kind}`)
  expect(text()).toBe(`${before}# of another hand\n`)
  await dialog.getByRole('button', { name: 'Look at the change again' }).click()
  await dialog.getByRole('button', { name: 'Write the file' }).click()
  await dialog.getByText('interlingua.yaml is in force since').waitFor()
  await look(page, `config-written-${kind}`)
  expect(text()).toBe(`${before.replace('# agreed\n', `# agreed\n${line}\n`)}# of another hand\n`)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: 'demo-chat' })
  await expect.poll(() => row.textContent()).toContain('configuration')
  await page.goto(`${url}/console/settings?tab=audit`)
  await page.getByText('config.edit').first().waitFor()
  expectQuiet()
})

test('a route for what an agent asks for is added where the page shows that nobody serves it', async () => {
  const { open, url, text } = await start(writes)
  const { page, expectQuiet } = await open({ width: 390 })
  await page.goto(`${url}/console/setup?for=gemini-cli`)
  await page.getByText('nobody: what it does with it will fail').first().waitFor()
  await page.getByRole('button', { name: 'Add routes to the file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Change of the file').waitFor()
  expect(await dialog.getByLabel('Change of the file').textContent()).toContain('+ routes:')
  await look(page, 'config-routes-390')
  await dialog.getByRole('button', { name: 'Write the file' }).click()
  await dialog.getByText('interlingua.yaml is in force since').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => page.getByText('nobody: what it does with it will fail').count()).toBe(0)
  expect(text()).toMatch(/routes:\n {2}- \{ match: \S+, to: demo-chat \}\n/)
  expectQuiet()
})

test.each([
  { width: 1280, dark: true },
  { width: 390, dark: false },
])('the file is read anew by a button, $width pixels wide: in force, refused, checked, with a restart', async ({ width, dark }) => {
  const { open, url, text, file } = await start('keepAlive: 10s')
  const { page, expectQuiet } = await open({ width, dark })
  const kind = `${width}${dark ? '-dark' : ''}`
  await page.goto(`${url}/console/settings?tab=config`)
  const button = page.getByRole('button', { name: 'Reload now' })
  await button.click()
  await page.getByText('interlingua.yaml is in force since').waitFor()
  await page.getByText('As a command').click()
  await page.getByText(`curl -X POST -H "authorization: Bearer $ADMIN_KEY" ${url}/admin/api/config/reload`).waitFor()
  await look(page, `config-reload-${kind}`)
  const sound = text()
  writeFileSync(file, sound.replace('keepAlive: 10s', 'keepAlive: soon\nlimts: {}'))
  await button.click()
  await page.getByText('interlingua.yaml was refused').waitFor()
  await page
    .getByRole('status')
    .getByText(/interlingua\.yaml:8:\d+: keepAlive/)
    .waitFor()
  await look(page, `config-refused-${kind}`)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('interlingua.yaml: 2 errors, 0 warnings').waitFor()
  await look(page, `config-check-${kind}`)
  writeFileSync(file, sound.replace('keepAlive: 10s', 'limits: { headerBytes: 64 KiB }'))
  await button.click()
  await page.getByText('Needs a restart: limits.headerBytes').waitFor()
  await look(page, `config-restart-${kind}`)

  // Without the setting the page says which one lets it write.
  await page.goto(`${url}/console/settings?tab=prices`)
  await page.getByText('console: { write: true } in it lets it.').waitFor()
  expect(await page.getByRole('button', { name: 'Add prices to the file' }).count()).toBe(0)
  await look(page, `config-no-write-${kind}`)
  expectQuiet()
})

test('a file that may not be written is told in the dialog', async () => {
  const { open, url, text, file } = await start(writes)
  chmodSync(file, 0o444)
  const before = text()
  const { page, expectQuiet } = await open({ width: 390, dark: true })
  await page.goto(`${url}/console/settings?tab=prices`)
  await page.getByRole('button', { name: 'Add prices to the file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('input of demo-two at local').fill('1')
  await dialog.getByLabel('output of demo-two at local').fill('2')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Write the file' }).click()
  await dialog.getByText('it is read-only').waitFor()
  await look(page, 'config-read-only-390-dark')
  expect(text()).toBe(before)
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(await dialog.getByLabel('output of demo-two at local').inputValue()).toBe('2')
  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(0)
  expectQuiet()
})

test('names that try to be something else are shown as they are, stand in the file as texts, or are refused', async () => {
  const { open, url, text, dataDir, file } = await start(writes)
  const store = await openStore({ dataDir })
  const { script, direction, control, long } = hostile
  const models = { script, direction, control, lines: 'a\nchannels: []\nb', long }
  for (const [name, upstreamModel] of Object.entries(models))
    await store.usage.add([recordOf(`req_${name}`, { upstreamModel, channel: 'local' })])
  await store.close()
  const { page, expectQuiet } = await open()
  await page.goto(`${url}/console/settings?tab=prices`)
  await page.getByRole('button', { name: 'Add prices to the file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row').nth(3).waitFor()
  const fill = async (name: RegExp): Promise<void> => {
    await dialog.getByLabel(name).first().fill('1')
    await dialog.getByLabel(name).nth(1).fill('2')
  }
  for (const name of [/of <script>/, /of abc⟨U\+202E⟩/, /of a⟨U\+0000⟩/, /of a⟨U\+000A⟩channels/]) await fill(name)
  await dialog.getByRole('button', { name: 'Show the change' }).click()
  await dialog.getByLabel('Change of the file').waitFor()
  await look(page, 'config-hostile')
  await dialog.getByRole('button', { name: 'Write the file' }).click()
  await dialog.getByText('interlingua.yaml is in force since').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const { prices, channels } = parseConfig(text(), file)
  expect(prices?.models.map(({ model }) => model).toSorted()).toEqual([script, direction, control, models.lines].toSorted())
  expect(channels).toHaveLength(1)

  // A name of a million characters is larger than what the API takes.
  await page.getByRole('button', { name: 'Add prices to the file' }).click()
  await fill(/of xxxx/)
  await dialog.getByRole('button', { name: 'Show the change' }).click()
  await dialog.getByText('The change cannot be made.').waitFor()
  await dialog.getByText('Status 413').waitFor()
  expectQuiet()
})

test('a viewer is offered no change, and without a file the buttons are off, with the reason', async () => {
  const { open, url, dataDir, file } = await start(writes)
  const store = await openStore({ dataDir })
  const viewer = issueKey({ name: 'screen', viewer: true }, Date.now())
  await store.keys.insert(viewer.key)
  await store.close()
  const screen = await openWindow(url)
  await screen.page.goto(`${url}/console/settings?tab=prices`)
  await screen.page.getByLabel(/key/i).fill(viewer.secret)
  await screen.page.keyboard.press('Enter')
  await screen.page.getByLabel('Lines for the configuration file').waitFor()
  expect(await screen.page.getByRole('button', { name: 'Add prices to the file' }).count()).toBe(0)
  screen.expectQuiet()

  const { page, expectQuiet } = await open({ dark: true })
  rmSync(file)
  await page.goto(`${url}/console/settings?tab=config`)
  await page.getByText('There is no configuration file').first().waitFor()
  for (const name of ['Reload now', 'Check the file']) expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
  await look(page, 'config-no-file-dark')
  expectQuiet()
})

test('pages of every process hear of a file that was refused without an order', async () => {
  const { open, file, text } = await start(`workers: 2\n${writes}`)
  const { page, expectQuiet } = await open()
  const sound = text()
  writeFileSync(file, `${sound}nonsense: 1\n`)
  await page.getByText('The changed configuration was refused').waitFor()
  writeFileSync(file, sound)
  await page.getByText('The changed configuration was refused').waitFor({ state: 'detached' })
  expectQuiet()
})
