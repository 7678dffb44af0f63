import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cacheFolder } from '../../../clients/driver/cache-folder.ts'
import { freshEnvironment } from '../../../clients/driver/fresh-environment.ts'
import { runAgent } from '../../../clients/driver/run-agent.ts'
import { atEnd } from '../../../tools/at-end.ts'
import { buildGateway } from '../../../tools/build-gateway.ts'
import { claudeCode } from '../../../tools/clients/agents/claude-code.ts'
import { installPackages } from '../../../tools/clients/install-packages.ts'
import { startRegistry } from '../../../tools/local-registry.ts'
import { machinePath } from '../../../tools/machine-path.ts'
import { started } from '../../../tools/start-process.ts'
import { findBarriers, openWindow, takePicture } from './support/browser.ts'

test(
  'a newcomer starts the gateway by npx, opens the link, sets Claude Code up as the page says, and sees what its first request lost',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'interlingua-newcomer-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const home = join(folder, 'home')
    const work = join(home, 'work')
    mkdirSync(work, { recursive: true })
    const cache = join(cacheFolder('agents'), claudeCode.program)
    await installPackages(cache, [`${claudeCode.package}@${claudeCode.version}`])

    // The package as it is published, in its first minute: no configuration, no key of a provider, the demo.
    await buildGateway(join(folder, 'package'))
    const registry = await startRegistry(join(folder, 'registry'))
    atEnd(() => registry.close())
    execFileSync('npm', ['publish', '--loglevel=error'], { cwd: join(folder, 'package'), env: { ...process.env, ...registry.env } })
    const env = {
      ...freshEnvironment(home),
      PATH: [join(registry.node22, 'bin'), machinePath()].join(delimiter),
      npm_config_cache: join(folder, 'cache'),
      ...registry.env,
      PORT: '0',
      INTERLINGUA_DATA: join(folder, 'data'),
    }
    const npx = ['--yes', '@interlingua/gateway']
    // npx and what it starts are a group of their own.
    const { url, child } = await started(spawn('npx', npx, { cwd: work, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true }))
    const signal = (name: NodeJS.Signals): boolean => process.kill(-Number(child.pid), name)
    atEnd(() => void (child.exitCode === null && signal('SIGKILL')))
    const printed = await promisify(execFile)('npx', [...npx, 'console', '--url', url], { cwd: work, env })
    const link = /http:\S+#login=\S+/.exec(printed.stdout + printed.stderr)?.[0] ?? ''
    expect(link).toContain(`${url}/console/`)

    const { page, context, expectQuiet } = await openWindow(url)
    await page.goto(link)
    await page.getByText('A scripted program answers here').waitFor()
    const began = performance.now()
    await page.getByRole('main').getByRole('link', { name: 'Set up an agent' }).click()
    await page.getByRole('radio', { name: 'Claude Code' }).check()
    // A model of another format, so that something is lost.
    await page.getByLabel('Model', { exact: true }).selectOption('demo-chat')
    await page.getByText('· demo-chat').waitFor()
    await page.getByRole('button', { name: 'Make the key' }).click()
    await page.getByText('Waiting for the first request of this key').waitFor()
    await page.getByRole('button', { name: 'Copy settings.json' }).click()
    await page.getByText('Copied').waitFor()
    // The page itself may not read the clipboard: another tab pastes.
    const reader = await context.newPage()
    await reader.goto(`${url}/healthz`)
    const pasted = await reader.evaluate(() => navigator.clipboard.readText())
    await reader.close()
    const file = join(home, '.claude/settings.json')
    expect(await page.getByText('~/.claude/settings.json').isVisible()).toBe(true)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, pasted)

    const { code, text } = await runAgent({
      program: join(cache, 'node_modules/.bin/claude'),
      args: ['--dangerously-skip-permissions', '-p', 'Good morning!'],
      env: { IS_SANDBOX: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
      cwd: work,
      home,
      timeout: 240,
    })
    expect([code, text.trim() !== '']).toEqual([0, true])
    await page.getByText('Claude Code works through this gateway.').waitFor({ timeout: 60_000 })
    console.log(`from the first click to the green light: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    await page.getByText(`claude-code ${claudeCode.version}`).waitFor()
    await takePicture(page, 'newcomer-green')
    expect(await findBarriers(page)).toEqual([])

    // The record is written a moment after the answer.
    await page.waitForTimeout(1000)
    await page.getByRole('link', { name: 'What is lost, and where' }).click()
    await page.getByRole('heading', { name: 'Notices' }).waitFor()
    const notices = page.locator('section[aria-labelledby="notices"]')
    const lost = await notices.getByRole('rowheader').allInnerTexts()
    console.log(`lost: ${lost.join(', ')}`)
    expect(lost.length).toBeGreaterThan(0)
    await notices.getByRole('cell', { name: '/' }).first().waitFor()
    await takePicture(page, 'newcomer-request')
    expect(await findBarriers(page)).toEqual([])
    expectQuiet()
    signal('SIGTERM')
    await once(child, 'exit')
  },
)
