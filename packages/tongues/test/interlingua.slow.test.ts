import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolder } from '../src/run/load-cases.ts'

test('this repository’s gateway, started as a process from its sources, passes the cases that a minute has room for', async () => {
  const only =
    'identity/,tools/ids-reused,tools/parallel,tools/long-integers,endings/clean-early,usage/cache-algebra,replay/signature-echo,cache/moving-mark'
  const child = spawn(process.execPath, [join(packageFolder, '../../tools/tongues.ts'), '--only', only])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  expect([code, text]).toEqual([0, expect.stringContaining('tongues · 100 % of 16/16')])
}, 300_000)
