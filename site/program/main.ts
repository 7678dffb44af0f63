// Builds the documentation as a site. `--check` looks at it as well, in a browser; `--serve` serves it; `--base /docs/` builds it for a folder
// of a server; `--out`, another folder than `site/dist`; `--shots`, a folder for pictures of each kind of page.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runStep } from '../../tools/run-step.ts'
import { root } from '../../tools/workspace.ts'
import { buildSite, installGenerator } from './build.ts'
import { serveFolder } from './serve-folder.ts'

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    base: { type: 'string', default: '/' },
    out: { type: 'string', default: join(root, 'site/dist') },
    shots: { type: 'string' },
  },
})
const base = `/${values.base}/`.replaceAll(/\/+/g, '/')
const out = resolve(values.out)

if (!(await installGenerator())) throw new Error('the generator of the site cannot be installed')
await buildSite({ base, out })
// Its libraries are there only now.
const problems = values.check ? await (await import('./check-site.ts')).checkSite(out, base, values.shots) : []
if (values.check && !(await runStep('tsc', ['-p', join(root, 'site/tsconfig.installed.json'), '--pretty', 'false'])))
  problems.push('the types of the site')
for (const problem of problems) console.error(`FAILED: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
if (values.serve) console.log(`the site is at ${(await serveFolder(out, base, { port: 8788 })).url}`)
