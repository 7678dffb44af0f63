import type { StoreOptions } from '@interlingua/store'
import { beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../gateway/test/services/start-postgres.ts'
import { openWindow, type Watched } from './support/browser.ts'
import { type OpenedConsole, openConsole } from './support/open-console.ts'
import { recordOf, seedRequests } from './support/seed.ts'

const postgres = await startPostgres()

describe.skipIf(!postgres)('over PostgreSQL', () => {
  let opened: OpenedConsole
  let watched: Watched

  beforeAll(async () => {
    const place: StoreOptions = { databaseUrl: (await postgres?.createDatabase()) ?? '' }
    opened = await openConsole({ place, channels: ['local', 'second'] })
    // Text of PostgreSQL has no NUL and no halves of characters: the store must take such records all the same.
    await seedRequests(opened)
    await opened.store.usage.add([recordOf('req_before', { at: Date.now() - 31 * 86_400_000, notices: ['chat/top-k'] })])
    watched = await openWindow(opened.url)
    await watched.page.goto(await opened.link())
    await watched.page.getByText('Working.').waitFor()
    await watched.page.getByText('PostgreSQL').waitFor()
    await watched.page.getByText('live ●').waitFor()
  })

  test('Home and Requests: a request that ends is there at once, and its page tells what it lost', async () => {
    const { page, expectQuiet } = watched
    await page.getByText('Lately').waitFor()
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByText('100 requests shown').waitFor()
    await opened.send('demo-chat', 'Hello', { 'user-agent': 'claude-cli/2.1.330 (external, cli)' })
    await page.getByRole('button', { name: '1 new' }).click()
    await page.getByRole('row', { name: /claude-code 2.1.330 laptop messages demo-chat/ }).waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('which are all').waitFor()
    await page.getByLabel('Filter requests').fill('client:claude-code notice:chat/top-k model:demo-chat')
    await page.keyboard.press('Enter')
    await page.getByText('1 request shown').waitFor()
    await page.locator('[data-row]').first().click()
    await page.getByRole('cell', { name: '/top_k' }).waitFor()
    await page.goto(`${opened.url}/console/requests/req_hostile`)
    await page.getByText('Attempts').first().waitFor()
    expectQuiet()
  })

  test('Usage: groups, bars of hours and days, the time before, budgets', async () => {
    const { page, expectQuiet } = watched
    await page.goto(`${opened.url}/console/usage`)
    await page.getByRole('row', { name: /^gpt-5 26 / }).waitFor()
    await page.getByRole('row', { name: /^claude-sonnet-4-5 .*\+/ }).waitFor()
    await page.getByText('$0.00 of $25.00').waitFor()
    for (const [group, name] of [
      ['key', /^laptop 1\d\d /],
      ['channel', /^openai /],
      ['client', /^codex 0.169.0 26 /],
      ['format', /^responses 26 /],
    ] as const) {
      await page.getByRole('combobox', { name: /^by/ }).selectOption(group)
      await page.getByRole('row', { name }).waitFor()
    }
    await page.getByRole('combobox', { name: /^last/ }).selectOption('24h')
    await page.getByRole('slider', { name: /cost by format, each hour/ }).waitFor()
    expectQuiet()
  })

  test('Notices: counts, clients by channels, one notice', async () => {
    const { page, expectQuiet } = watched
    await page.goto(`${opened.url}/console/notices?last=24h`)
    await page.getByRole('row', { name: /^chat\/top-k dropped 2\d / }).waitFor()
    await page.getByRole('combobox', { name: /^by/ }).selectOption('way')
    await page.getByRole('row', { name: /^codex / }).waitFor()
    await page.goto(`${opened.url}/console/notices?last=24h&code=chat%2Ftop-k`)
    await page.getByText('Newest requests').waitFor()
    await page.getByRole('slider', { name: /requests with this notice/ }).waitFor()
    expectQuiet()
  })

  test('Keys: make, rotate and revoke one; Settings: the audit has it, and a sign-in can be ended', async () => {
    const { page, expectQuiet } = watched
    await page.goto(`${opened.url}/console/keys`)
    await page.getByText('keys shown').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.keyboard.type('on-postgres')
    await page.keyboard.press('Enter')
    const secret = page.getByRole('dialog', { name: 'Secret of on-postgres' })
    await secret.getByRole('checkbox').check()
    await secret.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke on-postgres' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('on-postgres')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${opened.url}/console/settings?tab=audit`)
    await page.getByText('key.revoke').waitFor()
    for (const [tab, shown] of [
      ['config', 'settings shown'],
      ['prices', 'for a million tokens'],
      ['recording', 'No contents are kept'],
      ['about', 'PostgreSQL'],
    ] as const) {
      await page.goto(`${opened.url}/console/settings?tab=${tab}`)
      await page.locator('#tab-content').getByText(shown).first().waitFor()
    }
    await page.goto(`${opened.url}/console/settings?tab=sign-ins`)
    await page.getByText('(this one)').waitFor()
    expectQuiet()
  })

  test('Set up: a key is made, and the light turns green by its first request', async () => {
    const { page, expectQuiet } = watched
    await page.goto(`${opened.url}/console/setup?for=claude-code`)
    await page.getByRole('button', { name: 'Make the key' }).click()
    const secret = (await page.locator('code.secret').textContent()) ?? ''
    await opened.send('demo-chat', 'Hello', { 'x-api-key': secret })
    await page.getByText('answered', { exact: false }).first().waitFor()
    expectQuiet()
  })

  test('Translate: a document, a stream, and a run against a channel', async () => {
    const { page, expectQuiet } = watched
    await page.goto(`${opened.url}/console/translate`)
    await page.getByText('1 dropped').waitFor()
    await page.goto(`${opened.url}/console/translate?direction=stream`)
    await page.getByRole('columnheader', { name: 'step' }).waitFor()
    await page.goto(`${opened.url}/console/translate`)
    await page.getByRole('button', { name: 'Run for real' }).click()
    const panel = page.getByRole('region', { name: 'Run for real' })
    await panel.getByRole('textbox', { name: 'model' }).fill('demo-chat')
    await panel.getByRole('button', { name: 'Run it', exact: true }).click()
    await panel.getByRole('button', { name: 'Run it without a limit' }).click()
    await panel.getByRole('columnheader', { name: 'ms' }).waitFor()
    await panel.getByText('message_stop').first().waitFor()
    expectQuiet()
  })

  test('Channels, models, and where a request would go', async () => {
    const { page, expectQuiet } = watched
    await page.goto(`${opened.url}/console/channels`)
    await page.getByRole('row', { name: /^local .*healthy/ }).waitFor()
    await page.goto(`${opened.url}/console/channels?tab=models`)
    await page.getByText('1 of 1 models shown').waitFor()
    await page.goto(`${opened.url}/console/channels?tab=resolve&model=demo-chat`)
    await page.getByRole('row', { name: /1 local demo-chat/ }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expectQuiet()
  })
})
