import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolder } from '../src/run/load-cases.ts'

async function run(...options: readonly string[]): Promise<readonly [code: number | null, text: string]> {
  const child = spawn(process.execPath, [join(packageFolder, '../../tools/tongues.ts'), ...options])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return [code, text]
}

test('this repository’s gateway, started as a process from its sources, passes the cases that a minute has room for', async () => {
  const only =
    'identity/,tools/ids-reused,tools/parallel,tools/long-integers,endings/clean-early,usage/cache-algebra,replay/signature-echo,cache/moving-mark'
  expect(await run('--only', only)).toEqual([0, expect.stringContaining('tongues · 100 % of 16/16')])
}, 300_000)

test('it passes all drafts', async () => {
  expect(await run('--drafts', '--only', '*/draft')).toEqual([0, expect.stringMatching(/not scored: (\d+) of \1 as expected/)])
}, 300_000)
